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

/** Counts the classes that a restored function loads until its first answer, in runs that nothing else is taken from. */
final class ClassCount {

    private record Place(String variant, String subject) {}

    private final Workshop workshop;
    private final Map<Place, Long> counts = new HashMap<>();

    ClassCount(Workshop workshop) {
        this.workshop = workshop;
    }

    long of(Variant variant, Subject subject) {
        return counts.computeIfAbsent(new Place(variant.name(), subject.name()), _ -> count(variant, subject));
    }

    private long count(Variant variant, Subject subject) {
        Path log = workshop.file("classes-" + subject.name() + ".log");
        Launch launch = logging(variant.launch().apply(subject), log);
        try (FunctionProcess function = new FunctionProcess(launch)) {
            function.awaitSnapshot();
            long before = loaded(log);
            function.restore();
            subject.check().accept(function.invoke(subject.events().get()).payload());
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
