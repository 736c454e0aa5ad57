package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Plays rehearsals over a real connection, with the client and by the credentials' way that functions have on Lambda.
 *
 * <p>What the compiler has seen of a call then holds for the calls after the restore: it would drop code that was made
 * for another client when the first of them comes.
 */
final class Wire implements AutoCloseable {

    private static final String CREDENTIALS = "AWS_CONTAINER_CREDENTIALS_FULL_URI";

    // Where the SDK looks before the environment, which cannot be changed.
    private static final String CREDENTIALS_PROPERTY = "aws.containerCredentialsFullUri";

    private final LoopbackAws aws;
    private final Settings settings;
    private final SdkHttpClient http;
    private final Optional<String> before;

    Wire(Settings settings, LoopbackAws aws) {
        this.aws = aws;
        this.settings = settings.with(CREDENTIALS, aws.credentials());
        this.http = AwsConnection.lambda(this.settings).http();
        this.before = Optional.ofNullable(System.setProperty(CREDENTIALS_PROPERTY, aws.credentials()));
    }

    Performance play(Rehearsal rehearsal, Class<? extends RequestStreamHandler> handler) throws IOException {
        Rehearsal own = rehearsal.filledFrom(settings);
        Recording recording = new Recording(own.answers());
        aws.load(recording);
        AwsConnection connection = AwsConnection.lambda(settings, http).at(aws.address());
        return own.perform(handler, settings, connection, recording);
    }

    @Override
    public void close() {
        before.ifPresentOrElse(
                address -> System.setProperty(CREDENTIALS_PROPERTY, address),
                () -> System.clearProperty(CREDENTIALS_PROPERTY));
        http.close();
    }
}
