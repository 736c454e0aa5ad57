package dev.backplane.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * One jar in place of many. Java reads the list of all entries of each jar that it looks into, and when it looks for a
 * resource it looks into each; so there are fewer to open, and fewer bytes of lists to keep.
 */
final class MergedJar {

    private static final byte[] MANIFEST = "Manifest-Version: 1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern TERMS = Pattern.compile("META-INF/(?:[\\w-]+-)?(?:LICENSE|NOTICE)(?:\\.\\w+)?");
    // What is asked for by name wherever it is: all of it counts, line by line.
    private static final Pattern LISTS = Pattern.compile("META-INF/services/.+|.+\\.interceptors");
    private static final Pattern UNUSED = Pattern.compile("META-INF/MANIFEST\\.MF|(?:.+/)?module-info\\.class|.+/");

    // What a signature is about changes here.
    private static final Pattern SIGNATURES = Pattern.compile("META-INF/[^/]+\\.(?:SF|RSA|DSA|EC)");

    private final PlainJar.Rewriting rewriting;
    private final Map<String, byte[]> entries = new TreeMap<>();

    private MergedJar(PlainJar.Rewriting rewriting) {
        this.rewriting = rewriting;
    }

    /** Writes what is wanted of some jars. */
    static void write(List<Path> jars, Path to, Function<Path, Predicate<String>> wanted) throws IOException {
        try (PackagedTypes types = new PackagedTypes(jars)) {
            MergedJar merged = new MergedJar(new LeanTypes(types));
            for (Path jar : jars) {
                merged.add(jar, wanted.apply(jar));
            }
            merged.entries.put(JarFile.MANIFEST_NAME, MANIFEST);
            PlainJar.write(merged.entries, to);
        }
    }

    /** Says whether an entry is a list that several jars may have their part of. */
    static boolean isList(String name) {
        return LISTS.matcher(name).matches();
    }

    // Java itself chooses among the versions that some jars have of a class for older and newer ones.
    private void add(Path file, Predicate<String> wanted) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), false, JarFile.OPEN_READ, Runtime.version())) {
            for (ZipEntry entry : jar.versionedStream().toList()) {
                String name = entry.getName();
                if (wanted.test(name) && !UNUSED.matcher(name).matches()) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        add(file.getFileName().toString(), name, in.readAllBytes());
                    }
                }
            }
        }
    }

    private void add(String jar, String name, byte[] bytes) throws IOException {
        if (SIGNATURES.matcher(name).matches()) {
            throw new IOException(jar + " is signed, by its " + name);
        }
        if (TERMS.matcher(name).matches()) {
            entries.put("META-INF/terms/" + jar + "/" + Path.of(name).getFileName(), bytes);
        } else if (isList(name)) {
            entries.merge(name, bytes, MergedJar::lines);
        } else {
            byte[] packed = name.endsWith(".class") ? rewriting.rewrite(name, bytes) : bytes;
            byte[] other = entries.putIfAbsent(name, packed);
            if (other != null && !Arrays.equals(other, packed)) {
                throw new IOException("two jars have a " + name + ", and one of them is " + jar);
            }
        }
    }

    private static byte[] lines(byte[] first, byte[] second) {
        return (new String(first, StandardCharsets.UTF_8) + "\n" + new String(second, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
    }
}
