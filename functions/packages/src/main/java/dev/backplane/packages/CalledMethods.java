package dev.backplane.packages;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The methods that some classes of some jars call, as far as they name them. */
final class CalledMethods {

    private final Set<String> names = new HashSet<>();

    private CalledMethods() {}

    static CalledMethods in(List<Path> jars, Predicate<String> wanted) throws IOException {
        CalledMethods called = new CalledMethods();
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : zip.stream().toList()) {
                    if (entry.getName().endsWith(".class") && wanted.test(entry.getName())) {
                        called.read(PlainJar.read(zip, entry));
                    }
                }
            }
        }
        return called;
    }

    private void read(byte[] type) {
        for (PoolEntry entry : ClassFile.of().parse(type).constantPool()) {
            if (entry instanceof MemberRefEntry method) {
                names.add(name(method.owner().asInternalName(), method.name().stringValue()));
            }
        }
    }

    /** Says whether a method of this name is called. */
    boolean contains(String type, String method) {
        return names.contains(name(type, method));
    }

    /** Says whether any method is called of types whose names begin like this. */
    boolean anyOf(String types) {
        return names.stream().anyMatch(name -> name.startsWith(types));
    }

    private static String name(String type, String method) {
        return type + "." + method;
    }
}
