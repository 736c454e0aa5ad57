package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.aws.NetworkWarmUp;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Runs a function once before Lambda takes its snapshot, and separates each restored copy from the others.
 *
 * <p>A failure is logged and never fails a deployment: a function that could not rehearse only starts more slowly.
 */
public final class SnapshotHook implements Resource {

    /**
     * The JVM options of functions with a snapshot.
     *
     * <p>The runtime client collects garbage between the hooks and the snapshot. After that, the JVM verifies and patches
     * each compiled method at its first call, which took a third of the processor time of the first response after a
     * restore.
     */
    public static final String JAVA_OPTIONS = "-XX:+DisableExplicitGC";

    // CRaC only keeps weak references to hooks.
    @SuppressWarnings("UnusedVariable")
    private static @Nullable SnapshotHook registered;

    private final Platform platform;

    SnapshotHook(Platform platform) {
        this.platform = platform;
    }

    /** Registers the hook for the function of this process. */
    public static void register(Platform platform) {
        SnapshotHook hook = new SnapshotHook(platform);
        registered = hook;
        Core.getGlobalContext().register(hook);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        try {
            rehearse();
        } catch (Exception | LinkageError e) { // the function works without
            log("The rehearsal failed.", trace(e));
        }
    }

    private void rehearse() throws IOException, ClassNotFoundException {
        Class<? extends RequestStreamHandler> handler = handler();
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new IllegalStateException("There is no " + Rehearsals.pathOf(handler)));
        RehearsalResult result = rehearsal.run(handler, platform.settings());
        if (!result.isSuccess()) {
            log("The rehearsal did not succeed.", result.toString());
            return;
        }
        result.address().ifPresent(address -> NetworkWarmUp.sendRequest(address, platform.settings()));
        // Otherwise the JDK would keep the connection to the credentials endpoint in the snapshot.
        System.setProperty("http.keepAlive", "false");
        NetworkWarmUp.fetchCredentials(platform.settings());
    }

    private Class<? extends RequestStreamHandler> handler() throws ClassNotFoundException {
        String name = platform.settings().require("_HANDLER").split("::", 2)[0];
        return Class.forName(name).asSubclass(RequestStreamHandler.class);
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        Randomness.renew();
    }

    private void log(String message, String error) {
        Map<String, JsonValue> line = new LinkedHashMap<>();
        line.put("message", new Text(message));
        line.put("error", new Text(error));
        platform.log().accept(new Obj(line).compact());
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
