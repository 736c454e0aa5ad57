package dev.backplane.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The zip of a service for Lambda's OS-only runtime: the published jars, a Java runtime, and an AOT cache that was
 * trained by running every function of the service.
 *
 * @param root the root of the project
 * @param service the name of the service
 */
public record AotPackage(Path root, String service, Architecture architecture) {

    private static final Pattern CRT_JAR = Pattern.compile("aws-crt-\\d.+\\.jar");

    /** Returns the path of the zip, whether or not it exists. */
    public Path zip() {
        return target().resolve("aot").resolve(service + "-" + architecture.lambdaName() + ".zip");
    }

    private Path folder() {
        return target().resolve("aot").resolve(service);
    }

    private Path target() {
        return root.resolve("packaging/target");
    }

    private Path serviceJars() {
        return root.resolve("functions").resolve(service).resolve("target/function/lib");
    }

    /** Builds the zip unless it is up to date. */
    public Path build() throws IOException, InterruptedException {
        if (isUpToDate()) {
            return zip();
        }
        Path folder = Folders.emptied(folder());
        Path lib = Files.createDirectories(folder.resolve(Bootstrap.LIB));
        List<Path> jars = jars();
        for (Path jar : jars) {
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        Path natives = Files.createDirectories(folder.resolve(Bootstrap.NATIVE));
        extract(jars, architecture.crtLibrary(), natives.resolve(Bootstrap.CRT_LIBRARY));
        extract(jars, architecture.runtimeLibrary(), natives.resolve(Bootstrap.RUNTIME_LIBRARY));
        Folders.copy(JavaImage.of(jars, target().resolve("java")), folder.resolve(Bootstrap.JAVA));
        Bootstrap bootstrap = new Bootstrap(folder);
        bootstrap.write();
        FixedTime.setOn(folder);
        Training.run(bootstrap, serviceJars().resolve("backplane-" + service + ".jar"));
        FixedTime.setOn(folder);
        // Under another name first, so that an interrupted build never leaves a partial package.
        Path draft = target().resolve("aot").resolve(service + ".draft");
        PackageZip.write(folder, draft);
        return Files.move(draft, zip(), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns whether the zip is newer than everything that it is made from, and has the Java version of this build. */
    private boolean isUpToDate() throws IOException {
        Path release = folder().resolve(Bootstrap.JAVA).resolve("release");
        if (!Files.exists(zip()) || !Files.exists(release)) {
            return false;
        }
        for (Path jar : jars()) {
            if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(zip())) > 0) {
                return false;
            }
        }
        return Files.readString(release).contains('"' + System.getProperty("java.version") + '"');
    }

    /** Returns the jars of the service and of the runtime client, with the CRT jar of this architecture only. */
    private List<Path> jars() throws IOException {
        List<Path> jars = new ArrayList<>(Folders.jars(serviceJars()));
        jars.addAll(Folders.jars(target().resolve("runtime")));
        String crt = architecture.crtClassifier() + ".jar";
        jars.removeIf(jar -> {
            String name = jar.getFileName().toString();
            return CRT_JAR.matcher(name).matches() && !name.endsWith(crt);
        });
        return jars;
    }

    private static void extract(List<Path> jars, String name, Path to) throws IOException {
        for (Path file : jars) {
            try (ZipFile jar = new ZipFile(file.toFile())) {
                ZipEntry entry = jar.getEntry(name);
                if (entry != null) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, to);
                        return;
                    }
                }
            }
        }
        throw new IOException("No jar contains " + name);
    }
}
