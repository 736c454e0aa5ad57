package dev.backplane.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/** The folder that the managed Java runtime takes: {@code lib/} with the jars of a service, and the native library beside. */
final class ManagedPackage {

    /** Lambda has this folder of a function in the list of those that native libraries are looked for in. */
    static final String LIBRARY = "lib/libaws-crt-jni.so";

    private ManagedPackage() {}

    static void write(List<Path> jars, Path folder) throws IOException {
        Folders.emptied(folder);
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Map<Path, Map<String, byte[]>> contents = contents(jars);
        NeededTypes needed = NeededTypes.in(contents.values());
        for (Path jar : jars) {
            Map<String, byte[]> entries = new TreeMap<>(Objects.requireNonNull(contents.get(jar)));
            entries.keySet().removeIf(name -> !needed.contains(name));
            PlainJar.write(entries, lib.resolve(jar.getFileName()));
            extract(jar, Architecture.ARM64.crtLibrary(), folder.resolve(LIBRARY));
        }
        if (!Files.exists(folder.resolve(LIBRARY))) {
            throw new IOException("none of the jars has " + Architecture.ARM64.crtLibrary() + ": " + jars);
        }
        FixedTime.setOn(folder);
    }

    /** The entries of all jars, with classes as they are packed. */
    private static Map<Path, Map<String, byte[]>> contents(List<Path> jars) throws IOException {
        Map<Path, Map<String, byte[]>> contents = new LinkedHashMap<>();
        try (PackagedTypes types = new PackagedTypes(jars)) {
            PlainJar.Rewriting rewriting =
                    new SlimClients(jars, types).then(new EarlyLinks(types)).then(new LateNumbers(types));
            for (Path jar : jars) {
                contents.put(jar, PlainJar.read(jar, Leftovers.wantedOf(jar), rewriting));
            }
        }
        return contents;
    }

    /** Takes a file out of a jar, if it has it. */
    static boolean extract(Path jar, String entry, Path to) throws IOException {
        try (ZipFile source = new ZipFile(jar.toFile())) {
            if (source.getEntry(entry) == null) {
                return false;
            }
            Files.write(to, PlainJar.read(source, entry));
            return true;
        }
    }
}
