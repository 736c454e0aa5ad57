package dev.backplane.cli.build;

import dev.backplane.cli.output.Terminal;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows how far a step is: in one line that changes on a terminal, and in a line every ten seconds elsewhere. */
public final class Progress implements AutoCloseable {

    private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration LINE = Duration.ofSeconds(10);

    // The width of a terminal is not known to Java; a longer line would not be replaced as a whole.
    private static final int WIDTH = 79;
    private static final String ERASE = "\r\u001b[K";

    private final Terminal terminal;
    /** The step without its reason in parentheses, which is shown once. */
    private final String step;

    private final LongSupplier nanoTime;
    private final long started;
    private final ScheduledExecutorService ticker;

    private String detail = "";
    private int frame;
    private boolean over;

    Progress(Terminal terminal, String step, LongSupplier nanoTime) {
        this.terminal = terminal;
        this.step = step.replaceFirst(" \\(.*", "");
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
        this.ticker = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().daemon().unstarted(task));
        if (!terminal.interactive() || !step.equals(this.step)) {
            terminal.err().println(step + " ...");
            terminal.err().flush();
        }
    }

    /** Starts to show a step. */
    @SuppressWarnings("FutureReturnValueIgnored") // a tick does not fail
    public static Progress start(Terminal terminal, String step) {
        Progress progress = new Progress(terminal, step, System::nanoTime);
        long period = (terminal.interactive() ? FRAME : LINE).toMillis();
        progress.ticker.scheduleAtFixedRate(
                progress::tick, terminal.interactive() ? 0 : period, period, TimeUnit.MILLISECONDS);
        return progress;
    }

    /** Sets what the step is doing. */
    public synchronized void detail(String text) {
        detail = text;
    }

    /** Prints a line of its own. */
    public synchronized void print(String line) {
        erase();
        terminal.err().println(line);
        terminal.err().flush();
    }

    synchronized void tick() {
        if (over) {
            return;
        }
        String line = step + "  " + elapsed() + (detail.isEmpty() ? "" : "  " + detail);
        if (terminal.interactive()) {
            frame = (frame + 1) % SPINNER.length();
            String shown = SPINNER.charAt(frame) + " " + line;
            terminal.err().print(ERASE + shown.substring(0, Math.min(WIDTH, shown.length())));
        } else {
            terminal.err().println("  " + elapsed() + "  " + (detail.isEmpty() ? step : detail));
        }
        terminal.err().flush();
    }

    /** Ends the step successfully. */
    public synchronized void done() {
        end();
        terminal.err()
                .println((terminal.interactive() ? "✓ " : "") + step + (terminal.interactive() ? "" : ": done") + "  "
                        + elapsed() + (detail.isEmpty() ? "" : "  " + detail));
        terminal.err().flush();
    }

    /** Ends the step without output, unless it has ended already. */
    public synchronized void stop() {
        if (!over) {
            end();
            terminal.err().flush();
        }
    }

    @Override
    public void close() {
        stop();
    }

    private void end() {
        over = true;
        ticker.shutdownNow();
        erase();
    }

    private void erase() {
        if (terminal.interactive()) {
            terminal.err().print(ERASE);
        }
    }

    private String elapsed() {
        long seconds = Duration.ofNanos(nanoTime.getAsLong() - started).toSeconds();
        return "%d:%02d".formatted(seconds / 60, seconds % 60);
    }
}
