package dev.backplane.platform;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.log.LogStream;
import dev.backplane.platform.rehearsal.SnapshotHook;
import dev.backplane.platform.settings.Settings;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The dependencies of a handler: settings, AWS, a clock, ids and a log. */
public final class Platform {

    private final Settings settings;
    private final AwsConnection aws;
    private final Clock clock;
    private final Ids ids;
    private final Consumer<String> log;
    private @Nullable Dynamo dynamo;

    public Platform(Settings settings, AwsConnection aws, Clock clock, Ids ids, Consumer<String> log) {
        this.settings = settings;
        this.aws = aws;
        this.clock = clock;
        this.ids = ids;
        this.log = log;
    }

    /** Returns the platform of a function that runs on Lambda. */
    // Metrics are read from standard output, and the runtime's logger would wrap the line.
    @SuppressWarnings("SystemOut")
    public static Platform lambda() {
        Settings settings = Settings.fromEnvironment();
        Platform platform = new Platform(
                settings, AwsConnection.lambda(settings), Clock.systemUTC(), Ids.random(), new LogStream(System.out));
        if (settings.find("AWS_LAMBDA_INITIALIZATION_TYPE")
                .filter("snap-start"::equals)
                .isPresent()) {
            SnapshotHook.register(platform);
        }
        return platform;
    }

    public Settings settings() {
        return settings;
    }

    public Clock clock() {
        return clock;
    }

    public Ids ids() {
        return ids;
    }

    /** Accepts one complete log line. */
    public Consumer<String> log() {
        return log;
    }

    /** Returns the connection to AWS, for services that a single function calls. */
    public AwsConnection aws() {
        return aws;
    }

    /** Returns the DynamoDB client, which all stores of a function share. */
    public synchronized Dynamo dynamo() {
        if (dynamo == null) {
            dynamo = Dynamo.connect(aws);
        }
        return dynamo;
    }

    /** Creates a publisher for the suite's event bus; a function needs only one. */
    public EventPublisher events() {
        return EventPublisher.connect(aws, settings.require(EventPublisher.BUS_SETTING));
    }
}
