package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.packages.AotPackage;
import dev.backplane.packages.Architecture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Functions as they are deployed with an AOT cache: the very zip, unpacked, and started as Lambda starts it. */
final class AotVariant {

    private final Workshop workshop;
    private final Architecture architecture;
    private final Map<String, Path> zips = new HashMap<>();
    private final Map<String, Path> folders = new HashMap<>();

    private AotVariant(Workshop workshop, Architecture architecture) {
        this.workshop = workshop;
        this.architecture = architecture;
    }

    /** Returns empty on machines that Lambda has none of. */
    static Optional<Variant> find(Workshop workshop) {
        return Architecture.ofThisMachine()
                .map(architecture -> new AotVariant(workshop, architecture))
                .map(aot -> Variant.of(Variant.AOT, aot::launch, aot::size));
    }

    private Launch launch(Subject subject) {
        Path folder = folders.computeIfAbsent(subject.service(), this::unpacked);
        return new Launch(
                List.of(folder.resolve("bootstrap").toString()),
                folder,
                subject.handler().getName(),
                subject.settings());
    }

    private Optional<Long> size(Subject subject) {
        try {
            return Optional.of(Files.size(zip(subject.service())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the zip, which is built unless that was done since anything in it changed. */
    private Path zip(String service) {
        return zips.computeIfAbsent(service, _ -> {
            try {
                return new AotPackage(Workshop.root(), service, architecture).build();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        });
    }

    private Path unpacked(String service) {
        Path target = workshop.make("aot-" + service);
        try (FileSystem zip = FileSystems.newFileSystem(zip(service), Map.of("enablePosixFileAttributes", "true"))) {
            for (Path file : Workshop.below(zip.getPath("/"))) {
                Path copy = target.resolve(file.toString().substring(1));
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                // With their times: Java does not take a cache whose jars are not those that it was trained with.
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
