package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * A full run of a function that reaches nobody: its sample event, and the answers that AWS gave to its calls.
 *
 * <p>In both, {@code ${NAME}} stands for the value of a setting, such as the name of a table, which differs by stage.
 *
 * @param at the time on the function's clock
 * @param event the sample event
 * @param answers what AWS answers, in order
 */
public record Rehearsal(Instant at, String event, List<RecordedAnswer> answers) {

    private static final Pattern SETTING = Pattern.compile("\\$\\{([A-Z_]+)}");

    // Functions sign with a session's credentials, and these open nothing.
    static final AwsSessionCredentials NOBODY = AwsSessionCredentials.create("AKIDREHEARSAL", "rehearsal", "rehearsal");

    /** Returns the rehearsal as it is for a function with these settings. */
    public Rehearsal filledFrom(Settings settings) {
        return new Rehearsal(
                at,
                filled(event, settings),
                answers.stream()
                        .map(answer ->
                                new RecordedAnswer(answer.call(), answer.status(), filled(answer.body(), settings)))
                        .toList());
    }

    private static String filled(String text, Settings settings) {
        return SETTING.matcher(text).replaceAll(name -> Matcher.quoteReplacement(settings.require(name.group(1))));
    }

    /**
     * Plays the rehearsal on a handler of its own, so that nothing of the sample stays with the one that serves callers.
     *
     * @throws IllegalStateException when the handler cannot be made
     */
    public Performance play(Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        Rehearsal own = filledFrom(settings);
        Recording recording = new Recording(own.answers);
        RecordedAws recorded = new RecordedAws(recording);
        AwsConnection aws = new AwsConnection(
                recorded,
                StaticCredentialsProvider.create(NOBODY),
                Region.of(settings.require("AWS_REGION")),
                Optional.empty());
        return own.perform(handler, settings, aws, recording).at(recorded.address());
    }

    /** Performs a rehearsal that has its settings, where AWS is and answers from a recording. */
    Performance perform(
            Class<? extends RequestStreamHandler> handler, Settings settings, AwsConnection aws, Recording recording)
            throws IOException {
        List<String> lines = new ArrayList<>();
        // The line is printed but goes nowhere: its metrics would count a caller who never was.
        Platform platform = new Platform(settings, aws, Clock.fixed(at, ZoneOffset.UTC), Ids.random(), lines::add);
        RequestStreamHandler actor = make(handler, platform);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        InputStream in = new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8));
        invoke(actor, in, out, new RehearsalContext(nameOf(handler)));
        return new Performance(
                out.toString(StandardCharsets.UTF_8), List.copyOf(lines), recording.left(), Optional.empty());
    }

    /** Says whether all calls name operations: one that does not may go to an address that the event names. */
    boolean callsNamedOperationsOnly() {
        return answers.stream().allMatch(answer -> answer.call().contains("."));
    }

    /** Calls a handler as Lambda's runtime does it, by reflection, which takes some getting ready by itself. */
    private static void invoke(RequestStreamHandler actor, InputStream in, OutputStream out, Context context)
            throws IOException {
        try {
            actor.getClass()
                    .getMethod("handleRequest", InputStream.class, OutputStream.class, Context.class)
                    .invoke(actor, in, out, context);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot call " + actor.getClass().getName(), e);
        }
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
