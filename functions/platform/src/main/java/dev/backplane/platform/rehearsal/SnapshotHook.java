package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.aws.FirstContact;
import dev.backplane.platform.aws.SeparateResolver;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
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

    /**
     * What Java has to be told in a function that a snapshot is taken of.
     *
     * <p>The runtime collects garbage between the hooks and the snapshot. To Java that means that any compiled code may
     * be stale: each method would be checked, and its code patched, when it is first called after the restore, which took
     * a third of the processor time until the first answer.
     */
    public static final String JAVA_OPTIONS = "-XX:+DisableExplicitGC";

    // The first run loads the classes; those after it are for the compiler. It looks at a method when it has been
    // called
    // 256 times, and every 128 times from there: most methods are called once a run, so all of them are up at once, and
    // few get into its queue. Nobody waits for a snapshot to be taken.
    private static final int RUNS_BEFORE_CONTACT = 1_000;

    // What Java meets on the way to AWS makes it throw away compiled code that counted on never meeting it. It compiles
    // that again for whoever comes next, and that should not be the first caller.
    private static final int RUNS_AFTER_CONTACT = 256;

    private static final Duration ENOUGH = Duration.ofSeconds(10);

    // What the compiler has not got to when the snapshot is taken, it gets to beside the first caller.
    private static final Duration TIME_TO_COMPILE = Duration.ofSeconds(1);

    // Whoever keeps the hooks lets go of those that nobody else holds.
    @SuppressWarnings("UnusedVariable")
    private static @Nullable SnapshotHook registered;

    private final Platform platform;
    private volatile Optional<URI> calledFirst = Optional.empty();

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
        // Java would keep the connections that credentials come by.
        System.setProperty("http.keepAlive", "false");
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new IllegalStateException("there is no " + Rehearsals.pathOf(handler)));
        Performance performance = rehearsal.play(handler, platform.settings());
        if (!isGood(performance)) {
            return;
        }
        boolean again = repeat(RUNS_BEFORE_CONTACT, rehearsal, handler);
        performance.address().ifPresent(address -> FirstContact.knock(address, platform.settings()));
        calledFirst = performance.address();
        RuntimeClient.rehearse();
        FirstContact.authenticate(platform.settings());
        if (again && repeat(RUNS_AFTER_CONTACT, rehearsal, handler)) {
            letCompile();
        }
    }

    /** Repeats it for the compiler, and says whether that went well; if not, there is only less that is compiled. */
    private boolean repeat(int runs, Rehearsal rehearsal, Class<? extends RequestStreamHandler> handler) {
        try {
            if (!rehearsal.callsNamedOperationsOnly()) {
                return repeat(runs, () -> rehearsal.play(handler, platform.settings()));
            }
            try (SeparateResolver _ = new SeparateResolver();
                    LoopbackAws aws = new LoopbackAws();
                    Wire wire = new Wire(platform.settings(), aws)) {
                return repeat(runs, () -> wire.play(rehearsal, handler));
            }
        } catch (IOException | RuntimeException e) {
            log("the rehearsal failed when it was repeated", trace(e));
            return false;
        }
    }

    private boolean repeat(int runs, Play play) throws IOException {
        long end = System.nanoTime() + ENOUGH.toNanos();
        for (int run = 0; run < runs && System.nanoTime() < end; run++) {
            if (!isGood(play.play())) {
                return false;
            }
            Randomness.renew();
        }
        return true;
    }

    private static void letCompile() {
        try {
            Thread.sleep(TIME_TO_COMPILE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isGood(Performance performance) {
        if (!performance.isGood()) {
            log("the rehearsal went wrong", performance.toString());
        }
        return performance.isGood();
    }

    /** One way to play a rehearsal. */
    private interface Play {

        Performance play() throws IOException;
    }

    private Class<? extends RequestStreamHandler> handler() throws ClassNotFoundException {
        String name = platform.settings().require("_HANDLER").split("::", 2)[0];
        return Class.forName(name).asSubclass(RequestStreamHandler.class);
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        // A snapshot is restored because somebody waits: by the time that their event is read, the connection is there.
        if (calledFirst.isPresent()) {
            Future<?> _ = FirstContact.connect(platform.aws().http(), calledFirst.get());
        }
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
