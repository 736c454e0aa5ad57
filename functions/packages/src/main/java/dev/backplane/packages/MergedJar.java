package dev.backplane.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * One jar in place of many. Java reads the list of all entries of each jar that it looks into, and when it looks for a
 * resource it looks into each; so there are fewer to open, and fewer bytes of lists to keep.
 */
final class MergedJar {

    // Who asks for this is told the version of the jar that he comes from, as the manifest has it.
    private static final String ASKS = "getImplementationVersion";
    private static final List<Attributes.Name> TOLD =
            List.of(Attributes.Name.IMPLEMENTATION_TITLE, Attributes.Name.IMPLEMENTATION_VERSION);
    private static final String CLASS = ".class";
    private static final Pattern TERMS = Pattern.compile("META-INF/(?:[\\w-]+-)?(?:LICENSE|NOTICE)(?:\\.\\w+)?");
    // What is asked for by name wherever it is: all of it counts, line by line.
    private static final Pattern LISTS = Pattern.compile("META-INF/services/.+|.+\\.interceptors");
    private static final Pattern UNUSED = Pattern.compile("META-INF/MANIFEST\\.MF|(?:.+/)?module-info\\.class|.+/");

    // What a signature is about changes here.
    private static final Pattern SIGNATURES = Pattern.compile("META-INF/[^/]+\\.(?:SF|RSA|DSA|EC)");

    private final PlainJar.Rewriting rewriting;
    private final Map<String, byte[]> entries = new TreeMap<>();
    private final Manifest manifest = new Manifest();

    private MergedJar(PlainJar.Rewriting rewriting) {
        this.rewriting = rewriting;
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    /** Writes what is wanted of some jars. */
    static void write(List<Path> jars, Path to) throws IOException {
        try (PackagedTypes types = new PackagedTypes(jars)) {
            MergedJar merged = new MergedJar(new LeanTypes(types));
            for (Path jar : jars) {
                merged.add(jar, Leftovers.wantedOf(jar));
            }
            PlainJar.write(merged.finished(), to);
        }
    }

    private Map<String, byte[]> finished() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        manifest.write(text);
        entries.put(JarFile.MANIFEST_NAME, text.toByteArray());
        return entries;
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
                    byte[] bytes = PlainJar.read(jar, entry);
                    add(file.getFileName().toString(), name, bytes);
                    if (name.endsWith(CLASS) && new String(bytes, StandardCharsets.ISO_8859_1).contains(ASKS)) {
                        tell(jar, name.substring(0, name.lastIndexOf('/') + 1));
                    }
                }
            }
        }
    }

    private void tell(JarFile jar, String folder) throws IOException {
        Manifest original = jar.getManifest();
        for (Attributes.Name name : TOLD) {
            String value =
                    original == null ? null : original.getMainAttributes().getValue(name);
            if (value != null) {
                manifest.getEntries()
                        .computeIfAbsent(folder, _ -> new Attributes())
                        .put(name, value);
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
            byte[] packed = name.endsWith(CLASS) ? rewriting.rewrite(name, bytes) : bytes;
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
