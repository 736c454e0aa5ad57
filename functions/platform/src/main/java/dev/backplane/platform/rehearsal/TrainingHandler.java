package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The function of a package that is being trained: its event is the name of a handler, which it rehearses with the
 * addresses of AWS, and then runs as Lambda would, against an AWS on loopback that answers from the same recording.
 */
public final class TrainingHandler implements RequestStreamHandler {

    /** The setting that says where the AWS on loopback is. */
    public static final String ENDPOINT = "TRAINING_ENDPOINT";

    // Where the SDK looks for addresses besides the environment, which cannot be changed again.
    private static final List<String> ADDRESSES = List.of("aws.endpointUrl", "aws.endpointUrlDynamoDb");

    // The first run loads classes, those after it show what is used often.
    private static final int RUNS = 3;

    private final Settings environment;
    private final MadeUpSettings settings;

    public TrainingHandler() {
        this(Settings.fromEnvironment());
    }

    TrainingHandler(Settings environment) {
        this.environment = environment;
        this.settings = new MadeUpSettings(environment);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        Class<? extends RequestStreamHandler> handler = handler(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new IllegalStateException("there is no " + Rehearsals.pathOf(handler)));
        for (int run = 0; run < RUNS; run++) {
            check(handler, settings.with(given -> rehearsal.play(handler, given)));
        }
        if (rehearsal.callsNamedOperationsOnly()) {
            String endpoint = environment.require(ENDPOINT);
            ADDRESSES.forEach(address -> System.setProperty(address, endpoint));
            try {
                check(handler, settings.with(given -> perform(rehearsal.filledFrom(given), handler, given)));
            } finally {
                ADDRESSES.forEach(System::clearProperty);
            }
        }
        out.write('1');
    }

    private static Class<? extends RequestStreamHandler> handler(String event) throws IOException {
        try {
            return Class.forName(((Text) JsonValue.parse(event)).value()).asSubclass(RequestStreamHandler.class);
        } catch (JsonSyntaxException | ClassNotFoundException e) {
            throw new IOException("cannot train " + event, e);
        }
    }

    private static Performance perform(
            Rehearsal rehearsal, Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        // A certificate of loopback is trusted where this setting names loopback.
        AwsConnection aws = Platform.lambda(settings.with("AWS_ENDPOINT_URL_DYNAMODB", settings.require(ENDPOINT)))
                .aws();
        Performance performance = rehearsal.perform(handler, settings, aws, new Recording(List.of()));
        aws.http().close();
        return performance;
    }

    private static void check(Class<? extends RequestStreamHandler> handler, Performance performance) {
        if (!performance.isGood()) {
            throw new IllegalStateException(handler.getName() + " could not be trained: " + performance);
        }
    }
}
