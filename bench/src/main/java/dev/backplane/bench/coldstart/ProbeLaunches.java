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
    private final Workshop workshop;
    private final Map<Probe, Path> folders = new HashMap<>();
    private final Map<Probe, Path> caches = new HashMap<>();

    ProbeLaunches(ManagedJava java, Workshop workshop) {
        this.java = java;
        this.workshop = workshop;
    }

    Variant managed(Probe probe) {
        return Variant.of(
                probe.name() + ", managed",
                subject -> java.launch(folder(probe), probe.handler(), ManagedJava.LAMBDA_FLAGS, subject.settings()),
                _ -> Optional.empty());
    }

    Variant cached(Probe probe) {
        return Variant.of(
                probe.name() + ", AOT cache",
                subject -> flat(
                        probe, subject, "-XX:AOTCache=" + caches.computeIfAbsent(probe, _ -> train(probe, subject))),
                _ -> Optional.empty());
    }

    private Launch flat(Probe probe, Subject subject, String cache) {
        Path folder = folder(probe);
        List<String> flags = new ArrayList<>(ManagedJava.LAMBDA_FLAGS);
        flags.add(cache);
        Stream<Path> jars = Stream.concat(
                Workshop.below(folder.resolve("lib")).stream()
                        .filter(file -> file.toString().endsWith(".jar")),
                ManagedJava.runtimeJars().stream());
        // In a folder without lib/: from there the runtime client would load the classes itself, past the cache.
        return new Launch(
                        java.command(flags, jars, probe.handler()),
                        workshop.make("empty"),
                        probe.handler(),
                        subject.settings())
                .with(Map.of("LD_LIBRARY_PATH", folder.resolve("lib").toString()));
    }

    private Path train(Probe probe, Subject subject) {
        Path cache = workshop.file(probe.type() + ".aot");
        try (FunctionProcess function = new FunctionProcess(flat(probe, subject, "-XX:AOTCacheOutput=" + cache))) {
            for (int call = 0; call < TRAINING; call++) {
                function.invoke(subject.events().get());
            }
            // The cache is written at the end of the process.
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
            Path folder = workshop.make("probe-" + probe.type());
            Path lib = workshop.make("probe-" + probe.type() + "/lib");
            for (Path jar : Workshop.below(Workshop.root().resolve("bench/probes/target/function/lib"))) {
                if (probe.needs(jar)) {
                    copy(jar, lib.resolve(jar.getFileName()));
                }
            }
            if (probe.parts().contains(Probe.Part.CRT)) {
                workshop.writeCrtLibrary(lib);
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
