package dev.backplane.packages;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.reflect.Constructor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Classes and jars for tests of what is made of them. */
final class TestTypes {

    private TestTypes() {}

    static String entryOf(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream("/" + entryOf(type)))) {
            return in.readAllBytes();
        }
    }

    /** The class and all within it, by their entries, rewritten. */
    static Map<String, byte[]> rewritten(Class<?> type, PlainJar.Rewriting rewriting) throws IOException {
        Map<String, byte[]> types = new TreeMap<>();
        types.put(entryOf(type), rewriting.rewrite(entryOf(type), bytesOf(type)));
        for (Class<?> inner : type.getDeclaredClasses()) {
            types.putAll(rewritten(inner, rewriting));
        }
        return types;
    }

    /** The jar on the class path that has a class. */
    static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The jars of the libraries on the class path. */
    static List<Path> libraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .filter(jar -> !jar.getFileName().toString().startsWith("backplane-"))
                .toList();
    }

    /** Writes a compressed jar with entries in the order that they are given in. */
    static Path jar(Path file, Map<String, byte[]> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return file;
    }

    /** Makes an object of a class that is loaded from these entries, as far as they have what it needs. */
    static Object make(Class<?> type, Map<String, byte[]> entries) throws ReflectiveOperationException {
        ClassLoader loader = new ClassLoader(TestTypes.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                byte[] bytes = entries.get(name.replace('.', '/') + ".class");
                if (bytes == null) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
                }
            }
        };
        Class<?> loaded = Class.forName(type.getName(), true, loader);
        if (loaded == type) {
            throw new IllegalArgumentException(type + " is not among the entries");
        }
        Constructor<?> constructor = loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** The instructions of a class in the methods of some name, or in all. */
    static Stream<CodeElement> code(byte[] type, String methods) {
        return ClassFile.of().parse(type).methods().stream()
                .filter(method -> method.methodName().stringValue().matches(methods))
                .map(MethodModel::code)
                .flatMap(Optional::stream)
                .flatMap(code -> code.elementStream());
    }
}
