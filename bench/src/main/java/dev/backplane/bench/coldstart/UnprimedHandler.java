package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.HeadStart;
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
 * A handler of the suite in a function that does nothing before its snapshot.
 *
 * <p>It is put beside the function's jars; all that differs from the function as deployed is the platform, which is made
 * without the hook.
 */
public final class UnprimedHandler implements RequestStreamHandler {

    /** Names the class of the handler. */
    static final String HANDLER = "BENCH_HANDLER";

    private final RequestStreamHandler handler;

    public UnprimedHandler() throws ReflectiveOperationException {
        HeadStart.begin();
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
