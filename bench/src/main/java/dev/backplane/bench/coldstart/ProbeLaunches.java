package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.local.runtime.ManagedJava;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts probes, on the managed runtime or on a flat class path with an AOT cache. */
final class ProbeLaunches {

    private static final int TRAINING = 20;

    private final ManagedJava java;
    private final WorkFolder work;
    private final Map<Probe, Path> folders = new HashMap<>();
    private final Map<Probe, Path> caches = new HashMap<>();

    ProbeLaunches(ManagedJava java, WorkFolder work) {
        this.java = java;
        this.work = work;
    }

    Variant managed(Probe probe) {
        return Variant.of(
                probe.name() + ", managed",
                operation ->
                        java.launch(folder(probe), probe.handler(), ManagedJava.LAMBDA_FLAGS, operation.settings()),
                _ -> Optional.empty());
    }

    Variant cached(Probe probe) {
        return Variant.of(
                probe.name() + ", AOT cache",
                operation -> flat(
                        probe,
                        operation,
                        "-XX:AOTCache=" + caches.computeIfAbsent(probe, _ -> train(probe, operation))),
                _ -> Optional.empty());
    }

    private Launch flat(Probe probe, MeasuredOperation operation, String cache) {
        Path folder = folder(probe);
        List<String> flags = new ArrayList<>(ManagedJava.LAMBDA_FLAGS);
        flags.add(cache);
        Stream<Path> jars = Stream.concat(
                WorkFolder.filesIn(folder.resolve("lib")).stream()
                        .filter(file -> file.toString().endsWith(".jar")),
                ManagedJava.runtimeJars().stream());
        // In a folder without lib/, from which the runtime client would load the classes without the cache.
        return new Launch(
                        java.command(flags, jars, probe.handler()),
                        work.make("empty"),
                        probe.handler(),
                        operation.settings())
                .with(Map.of("LD_LIBRARY_PATH", folder.resolve("lib").toString()));
    }

    private Path train(Probe probe, MeasuredOperation operation) {
        Path cache = work.file(probe.type() + ".aot");
        try (FunctionProcess function = new FunctionProcess(flat(probe, operation, "-XX:AOTCacheOutput=" + cache))) {
            for (int call = 0; call < TRAINING; call++) {
                function.invoke(operation.events().get());
            }
            // The JVM writes the cache when the process ends.
            function.awaitExit();
            if (!Files.exists(cache)) {
                throw new IllegalStateException("no cache for " + probe.name() + ":\n" + function.output());
            }
            return cache;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Path folder(Probe probe) {
        return folders.computeIfAbsent(probe, _ -> {
            Path folder = work.make("probe-" + probe.type());
            Path lib = work.make("probe-" + probe.type() + "/lib");
            for (Path jar : WorkFolder.filesIn(WorkFolder.root().resolve("bench/probes/target/function/lib"))) {
                if (probe.needs(jar)) {
                    copy(jar, lib.resolve(jar.getFileName()));
                }
            }
            if (probe.parts().contains(Probe.Part.CRT)) {
                work.writeCrtLibrary(lib);
            }
            return folder;
        });
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
