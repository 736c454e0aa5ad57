package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * A full run of a function that reaches nobody: its sample event, and the answers that AWS gave to its calls.
 *
 * @param at the time on the function's clock
 * @param event the sample event
 * @param answers what AWS answers, in order
 */
public record Rehearsal(Instant at, String event, List<RecordedAnswer> answers) {

    // Functions sign with a session's credentials, and these open nothing.
    private static final AwsSessionCredentials NOBODY =
            AwsSessionCredentials.create("AKIDREHEARSAL", "rehearsal", "rehearsal");

    /**
     * Plays the rehearsal on a handler of its own, so that nothing of the sample stays with the one that serves callers.
     *
     * @throws IllegalStateException when the handler cannot be made
     */
    public Performance play(Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        RecordedAws recorded = new RecordedAws(answers);
        List<String> lines = new ArrayList<>();
        RequestStreamHandler actor = make(handler, platform(settings, recorded, lines));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        actor.handleRequest(
                new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                out,
                new RehearsalContext(nameOf(handler)));
        return new Performance(
                out.toString(StandardCharsets.UTF_8), List.copyOf(lines), recorded.left(), recorded.address());
    }

    private Platform platform(Settings settings, RecordedAws recorded, List<String> lines) {
        AwsConnection aws = new AwsConnection(
                recorded,
                StaticCredentialsProvider.create(NOBODY),
                Region.of(settings.require("AWS_REGION")),
                Optional.empty());
        // The line is printed but goes nowhere: its metrics would count a caller who never was.
        return new Platform(settings, aws, Clock.fixed(at, ZoneOffset.UTC), Ids.random(), lines::add);
    }

    private static RequestStreamHandler make(Class<? extends RequestStreamHandler> handler, Platform platform) {
        try {
            return handler.getConstructor(Platform.class).newInstance(platform);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + handler.getName(), e);
        }
    }

    /** Returns the name of a handler's function. */
    static String nameOf(Class<? extends RequestStreamHandler> handler) {
        String name = handler.getSimpleName();
        return name.endsWith("Handler") ? name.substring(0, name.length() - "Handler".length()) : name;
    }
}
