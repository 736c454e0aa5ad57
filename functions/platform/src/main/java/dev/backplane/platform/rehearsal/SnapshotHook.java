package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.aws.FirstContact;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Makes a function ready before Lambda takes its snapshot, and makes each copy of the snapshot its own.
 *
 * <p>Nothing in here may fail a deployment: a function that could not rehearse only starts more slowly.
 */
public final class SnapshotHook implements Resource {

    // The first run loads the classes; those after it are for the compiler. Nobody waits for a snapshot to be taken.
    private static final int RUNS = 100;
    private static final Duration ENOUGH = Duration.ofSeconds(2);

    // Whoever keeps the hooks lets go of those that nobody else holds.
    @SuppressWarnings("UnusedVariable")
    private static @Nullable SnapshotHook registered;

    private final Platform platform;

    SnapshotHook(Platform platform) {
        this.platform = platform;
    }

    /** Sees to it that the function of this process rehearses before its snapshot is taken. */
    public static void register(Platform platform) {
        SnapshotHook hook = new SnapshotHook(platform);
        registered = hook;
        Core.getGlobalContext().register(hook);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        try {
            rehearse();
        } catch (Exception | LinkageError e) { // whatever it is, the function can do without
            log("the rehearsal failed", trace(e));
        }
    }

    private void rehearse() throws IOException, ClassNotFoundException {
        Class<? extends RequestStreamHandler> handler = handler();
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new IllegalStateException("there is no " + Rehearsals.pathOf(handler)));
        long end = System.nanoTime() + ENOUGH.toNanos();
        for (int run = 0; run < RUNS && System.nanoTime() < end; run++) {
            Performance performance = rehearsal.play(handler, platform.settings());
            if (!performance.isGood()) {
                log("the rehearsal went wrong", performance.toString());
                return;
            }
            if (run == 0) {
                performance.address().ifPresent(address -> FirstContact.knock(address, platform.settings()));
            }
        }
        // Java would keep the connection that the credentials came by.
        System.setProperty("http.keepAlive", "false");
        FirstContact.authenticate(platform.settings());
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
