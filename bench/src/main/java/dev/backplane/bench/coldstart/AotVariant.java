package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.packaging.AotPackage;
import dev.backplane.packaging.Architecture;
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

/** Functions as deployed with an AOT cache: the zip, extracted, and started by its own bootstrap. */
final class AotVariant {

    private final WorkFolder work;
    private final Architecture architecture;
    private final Map<String, Path> zips = new HashMap<>();
    private final Map<String, Path> folders = new HashMap<>();

    private AotVariant(WorkFolder work, Architecture architecture) {
        this.work = work;
        this.architecture = architecture;
    }

    /** Returns the variant; empty on machines that Lambda does not support. */
    static Optional<Variant> find(WorkFolder work) {
        return Architecture.ofThisMachine()
                .map(architecture -> new AotVariant(work, architecture))
                .map(aot -> Variant.of(Variant.AOT, aot::launch, aot::size));
    }

    private Launch launch(MeasuredOperation operation) {
        Path folder = folders.computeIfAbsent(operation.service(), this::unpacked);
        return new Launch(
                List.of(folder.resolve("bootstrap").toString()),
                folder,
                operation.handler().getName(),
                operation.settings());
    }

    private Optional<Long> size(MeasuredOperation operation) {
        try {
            return Optional.of(Files.size(zip(operation.service())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the zip, building it unless it is up to date. */
    private Path zip(String service) {
        return zips.computeIfAbsent(service, _ -> {
            try {
                return new AotPackage(WorkFolder.root(), service, architecture).build();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        });
    }

    private Path unpacked(String service) {
        Path target = work.make("aot-" + service);
        try (FileSystem zip = FileSystems.newFileSystem(zip(service), Map.of("enablePosixFileAttributes", "true"))) {
            for (Path file : WorkFolder.filesIn(zip.getPath("/"))) {
                Path copy = target.resolve(file.toString().substring(1));
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                // With the modification times, without which the JVM rejects the cache.
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
