package dev.backplane.packages;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes jars without compression: classes load faster from them, and the package around them gets smaller, because
 * it is compressed as a whole then.
 */
final class PlainJar {

    // The manifest goes first, as readers of streams expect it.
    private static final Comparator<String> ORDER = Comparator.comparing(
                    (String name) -> !name.equals(JarFile.MANIFEST_NAME))
            .thenComparing(Comparator.naturalOrder());

    private PlainJar() {}

    /** Makes another class of one that has a name in its jar. */
    interface Rewriting {

        byte[] rewrite(String name, byte[] type) throws IOException;

        /** Returns this rewriting with another one after it. */
        default Rewriting then(Rewriting next) {
            return (name, type) -> next.rewrite(name, rewrite(name, type));
        }
    }

    /** Returns those entries of a jar that are wanted, with other classes in place of its own. */
    static Map<String, byte[]> read(Path jar, Predicate<String> wanted, Rewriting rewriting) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (ZipFile source = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : source.stream().toList()) {
                String name = entry.getName();
                if (!entry.isDirectory() && wanted.test(name)) {
                    byte[] bytes = read(source, entry);
                    entries.put(name, name.endsWith(".class") ? SlimClass.of(rewriting.rewrite(name, bytes)) : bytes);
                }
            }
        }
        return entries;
    }

    /** Writes entries in the order of their names. */
    static void write(Map<String, byte[]> entries, Path to) throws IOException {
        try (OutputStream file = Files.newOutputStream(to);
                ZipOutputStream target = new ZipOutputStream(file)) {
            target.setMethod(ZipOutputStream.STORED);
            for (String name : entries.keySet().stream().sorted(ORDER).toList()) {
                put(target, name, Objects.requireNonNull(entries.get(name)));
            }
        }
    }

    private static void put(ZipOutputStream target, String name, byte[] bytes) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(FixedTime.IN_ZIPS);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        target.putNextEntry(entry);
        target.write(bytes);
        target.closeEntry();
    }

    static byte[] read(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            throw new IOException(jar.getName() + " has no " + name);
        }
        return read(jar, entry);
    }

    static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
