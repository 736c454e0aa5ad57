package dev.backplane.bench;

import dev.backplane.bench.claims.PoolClaims;
import dev.backplane.bench.coldstart.Choices;
import dev.backplane.bench.coldstart.ColdStart;
import dev.backplane.bench.warm.WarmPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Runs the benchmarks of the suite, or lists them. */
public final class BenchMain {

    private static final int MISSED = 1;
    private static final int USAGE = 2;

    static final List<Benchmark> BENCHMARKS = List.of(new PoolClaims(), new ColdStart(), new Choices(), new WarmPath());

    private BenchMain() {}

    /** Runs the named benchmarks; without a name lists all of them. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... arguments) {
        Options options;
        List<Benchmark> chosen;
        try {
            options = Options.parse(arguments);
            chosen = options.names().stream().map(BenchMain::find).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return USAGE;
        }
        if (chosen.isEmpty()) {
            list().forEach(System.out::println);
        }
        boolean met = true;
        for (Benchmark benchmark : chosen) {
            met &= measure(benchmark, options);
        }
        return met || options.smoke() ? 0 : MISSED;
    }

    /** Returns a line for each benchmark. {@code ./backplane bench} shows the same file without a build. */
    static List<String> list() {
        try (InputStream file = Objects.requireNonNull(BenchMain.class.getResourceAsStream("/benchmarks.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean measure(Benchmark benchmark, Options options) {
        Report report = new Report(System.out::println);
        benchmark.run(options, report);
        if (options.write()) {
            new PerformancePage(root().resolve("docs/performance.md")).write(benchmark.name(), report.text());
        }
        return report.met();
    }

    private static Path root() {
        return Path.of(Optional.ofNullable(System.getProperty("backplane.root")).orElse("."));
    }

    private static Benchmark find(String name) {
        return BENCHMARKS.stream()
                .filter(benchmark -> benchmark.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "Unknown benchmark '" + name + "'. Run without a name to list them."));
    }
}
