package dev.backplane.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The zip of a service for Lambda's plain Linux: the jars with a Java of their own, and a cache of what that Java learnt
 * when it ran every function in the build.
 *
 * @param service the name of the service
 */
public record AotPackage(Path root, String service, Architecture architecture) {

    // Each of these makes another package of the same jars when it is changed.
    private static final List<Class<?>> STEPS = List.of(
            AotPackage.class,
            Bootstrap.class,
            FixedTime.class,
            JavaImage.class,
            LeanTypes.class,
            Leftovers.class,
            MergedJar.class,
            PackagedTypes.class,
            PlainJar.class,
            Replay.class,
            Training.class,
            UnixZip.class);

    /** The zip, whether it is there or not; its name changes with all that it is made of. */
    public Path zip() throws IOException {
        return home().resolve("function-" + architecture.lambdaName() + "-" + fingerprint() + ".zip");
    }

    /** The same, unpacked. */
    public Path folder() {
        return home().resolve("function");
    }

    private Path home() {
        return target(service).resolve("aot");
    }

    private Path lib() {
        return target(service).resolve("function/lib");
    }

    private Path target(String module) {
        return root.resolve("functions").resolve(module).resolve("target");
    }

    /** Builds it, unless it is there already. */
    public Path build() throws IOException, InterruptedException {
        Path zip = zip();
        if (Files.exists(zip)) {
            return zip;
        }
        Folders.emptied(home());
        Path folder = Files.createDirectories(folder());
        Path jar = folder.resolve(Bootstrap.JAR);
        MergedJar.write(jars(), jar);
        addNatives(folder);
        Path image = JavaImage.of(jar, target("packages").resolve("java"));
        Folders.copy(image, folder.resolve(Bootstrap.JAVA));
        String cache = fingerprint() + ".aot";
        Bootstrap.write(folder, cache);
        FixedTime.setOn(folder);
        Training.run(folder, lib().resolve("backplane-" + service + ".jar"), cache);
        FixedTime.setOn(folder);
        // Under another name first, so that what is half written is never taken for a package.
        Path draft = home().resolve("draft");
        UnixZip.write(folder, draft);
        return Files.move(draft, zip);
    }

    private void addNatives(Path folder) throws IOException {
        Path natives = Files.createDirectories(folder.resolve(Bootstrap.NATIVE));
        if (architecture == Architecture.ARM64) {
            Files.copy(
                    target(service).resolve("function").resolve(ManagedPackage.LIBRARY),
                    natives.resolve(Bootstrap.CRT_LIBRARY));
        } else {
            take(architecture.crtLibrary(), natives.resolve(Bootstrap.CRT_LIBRARY));
        }
        take(architecture.runtimeLibrary(), natives.resolve(Bootstrap.RUNTIME_LIBRARY));
    }

    private void take(String entry, Path to) throws IOException {
        for (Path jar : Folders.jars(target("packages").resolve("runtime"))) {
            if (ManagedPackage.extract(jar, entry, to)) {
                return;
            }
        }
        throw new IOException("no jar has " + entry);
    }

    /** The jars of the service, then what the managed runtime would bring. */
    private List<Path> jars() throws IOException {
        List<Path> jars = new ArrayList<>(Folders.jars(lib()));
        jars.addAll(Folders.jars(target("packages").resolve("runtime")).stream()
                .filter(jar -> !jar.getFileName().toString().startsWith("aws-crt-"))
                .toList());
        return jars;
    }

    private String fingerprint() throws IOException {
        Fingerprint fingerprint =
                new Fingerprint().add(Runtime.version().toString()).add(architecture.name());
        for (Class<?> step : STEPS) {
            fingerprint.add(step);
        }
        for (Path jar : jars()) {
            fingerprint.add(jar);
        }
        return fingerprint.text();
    }
}
