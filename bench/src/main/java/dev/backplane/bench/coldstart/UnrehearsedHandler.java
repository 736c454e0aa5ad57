package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.log.LogStream;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;

/**
 * Runs a handler of the suite in a function that does not rehearse before its snapshot.
 *
 * <p>It is added to the function's package. The only difference from the deployed function is a platform without the hook.
 */
public final class UnrehearsedHandler implements RequestStreamHandler {

    /** The setting with the class name of the handler. */
    static final String HANDLER = "BENCH_HANDLER";

    private final RequestStreamHandler handler;

    public UnrehearsedHandler() throws ReflectiveOperationException {
        Settings settings = Settings.fromEnvironment();
        Platform platform = new Platform(
                settings, AwsConnection.lambda(settings), Clock.systemUTC(), Ids.random(), new LogStream(System.out));
        handler = Class.forName(settings.require(HANDLER))
                .asSubclass(RequestStreamHandler.class)
                .getConstructor(Platform.class)
                .newInstance(platform);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        handler.handleRequest(in, out, context);
    }
}
