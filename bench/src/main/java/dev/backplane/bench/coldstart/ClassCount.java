package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counts the classes that a restored function loads until its first response, in separate runs. */
final class ClassCount {

    private record Key(String variant, String operation) {}

    private final WorkFolder work;
    private final Map<Key, Long> counts = new HashMap<>();

    ClassCount(WorkFolder work) {
        this.work = work;
    }

    long of(Variant variant, MeasuredOperation operation) {
        return counts.computeIfAbsent(new Key(variant.name(), operation.name()), _ -> count(variant, operation));
    }

    private long count(Variant variant, MeasuredOperation operation) {
        Path log = work.file("classes-" + operation.name() + ".log");
        Launch launch = logging(variant.launch().apply(operation), log);
        try (FunctionProcess function = new FunctionProcess(launch)) {
            function.awaitSnapshot();
            long before = loaded(log);
            function.restore();
            operation.check().accept(function.invoke(operation.events().get()).payload());
            return loaded(log) - before;
        } finally {
            delete(log);
        }
    }

    private static Launch logging(Launch launch, Path log) {
        List<String> command = new ArrayList<>(launch.command());
        command.add(1, "-Xlog:class+load:file=" + log);
        return new Launch(command, launch.folder(), launch.handler(), launch.environment());
    }

    private static long loaded(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(" source: ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path log) {
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
