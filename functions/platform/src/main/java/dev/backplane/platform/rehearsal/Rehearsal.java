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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * A run of a function without effects: its sample event, and the recorded responses of AWS to its calls.
 *
 * <p>In both, {@code ${NAME}} stands for the value of a setting, such as the name of a table, which differs by stage.
 *
 * @param at the time on the function's clock
 * @param event the sample event
 * @param answers the responses of AWS, in order
 */
public record Rehearsal(Instant at, String event, List<RecordedResponse> answers) {

    private static final String REQUEST_ID = "00000000-0000-0000-0000-000000000000";
    private static final Pattern SETTING = Pattern.compile("\\$\\{([A-Z_]+)}");

    // Session credentials, because that is what functions sign with. They give access to nothing.
    private static final AwsSessionCredentials FAKE_CREDENTIALS =
            AwsSessionCredentials.create("AKIDREHEARSAL", "rehearsal", "rehearsal");

    /** Returns this rehearsal with the values of settings filled in. */
    public Rehearsal filledFrom(Settings settings) {
        return new Rehearsal(
                at,
                filled(event, settings),
                answers.stream()
                        .map(answer ->
                                new RecordedResponse(answer.call(), answer.status(), filled(answer.body(), settings)))
                        .toList());
    }

    private static String filled(String text, Settings settings) {
        return SETTING.matcher(text).replaceAll(name -> Matcher.quoteReplacement(settings.require(name.group(1))));
    }

    /**
     * Runs a new instance of the handler in memory, so that the instance that serves callers keeps no state of the sample.
     *
     * @throws IllegalStateException if the handler cannot be created
     */
    public RehearsalResult run(Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        Recording recording = new Recording(filledFrom(settings).answers);
        RecordedAws recorded = new RecordedAws(recording);
        AwsConnection aws = new AwsConnection(
                recorded,
                StaticCredentialsProvider.create(FAKE_CREDENTIALS),
                Region.of(settings.require("AWS_REGION")),
                Optional.empty());
        List<String> lines = new ArrayList<>();
        String answer = run(handler, settings, aws, lines::add);
        return new RehearsalResult(answer, List.copyOf(lines), recording.unused(), recorded.address());
    }

    /** Runs a new instance of the handler against an AWS that answers from the recording, and returns its response. */
    String run(
            Class<? extends RequestStreamHandler> handler, Settings settings, AwsConnection aws, Consumer<String> log)
            throws IOException {
        Platform platform = new Platform(settings, aws, Clock.fixed(at, ZoneOffset.UTC), Ids.random(), log);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        InputStream in = new ByteArrayInputStream(filled(event, settings).getBytes(StandardCharsets.UTF_8));
        invoke(create(handler, platform), in, out, new OfflineContext(nameOf(handler), REQUEST_ID));
        return out.toString(StandardCharsets.UTF_8);
    }

    // By reflection, as Lambda's runtime client does, because the first reflective call loads classes of its own.
    private static void invoke(RequestStreamHandler handler, InputStream in, OutputStream out, Context context)
            throws IOException {
        try {
            handler.getClass()
                    .getMethod("handleRequest", InputStream.class, OutputStream.class, Context.class)
                    .invoke(handler, in, out, context);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot call " + handler.getClass().getName(), e);
        }
    }

    private static RequestStreamHandler create(Class<? extends RequestStreamHandler> handler, Platform platform) {
        try {
            return handler.getConstructor(Platform.class).newInstance(platform);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot create " + handler.getName(), e);
        }
    }

    /** Returns the name of a handler's function. */
    static String nameOf(Class<? extends RequestStreamHandler> handler) {
        String name = handler.getSimpleName();
        return name.endsWith("Handler") ? name.substring(0, name.length() - "Handler".length()) : name;
    }
}
