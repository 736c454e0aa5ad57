package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Trains the AOT cache of a package. Its event is the class name of a handler, which it runs on its rehearsal in memory,
 * and again with the HTTP client of functions on Lambda, against a loopback server that answers from the recording.
 */
public final class TrainingHandler implements RequestStreamHandler {

    /** The setting with the address of the loopback server. */
    public static final String ENDPOINT = "TRAINING_ENDPOINT";

    private final Settings environment;
    private final PlaceholderSettings settings;

    public TrainingHandler() {
        this(Settings.fromEnvironment());
    }

    TrainingHandler(Settings environment) {
        this.environment = environment;
        this.settings = new PlaceholderSettings(environment);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        Class<? extends RequestStreamHandler> handler = handler(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new IllegalStateException("There is no " + Rehearsals.pathOf(handler)));
        RehearsalResult result = settings.with(given -> rehearsal.run(handler, given));
        if (!result.isSuccess()) {
            throw new IllegalStateException(handler.getName() + " could not be trained: " + result);
        }
        URI endpoint = URI.create(environment.require(ENDPOINT));
        settings.with(given -> runOverTls(rehearsal, handler, given, endpoint));
        out.write('1');
    }

    private static Class<? extends RequestStreamHandler> handler(String event) throws IOException {
        try {
            return Class.forName(((Text) JsonValue.parse(event)).value()).asSubclass(RequestStreamHandler.class);
        } catch (JsonSyntaxException | ClassNotFoundException e) {
            throw new IOException("Cannot train " + event, e);
        }
    }

    private static String runOverTls(
            Rehearsal rehearsal, Class<? extends RequestStreamHandler> handler, Settings settings, URI endpoint)
            throws IOException {
        // The certificate of a loopback server is accepted if this setting names the server.
        AwsConnection aws = AwsConnection.lambda(settings.with("AWS_ENDPOINT_URL_DYNAMODB", endpoint.toString()));
        try {
            return rehearsal.run(handler, settings, aws.at(endpoint), _ -> {});
        } finally {
            aws.http().close();
        }
    }
}
