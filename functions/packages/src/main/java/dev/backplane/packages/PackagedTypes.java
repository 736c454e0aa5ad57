package dev.backplane.packages;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The types in the jars of a package, which classes are written by: what is checked of one depends on others. */
final class PackagedTypes implements AutoCloseable {

    private final URLClassLoader types;

    PackagedTypes(List<Path> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        types = new URLClassLoader(urls, null);
    }

    /** Returns what reads and writes classes. */
    ClassFile format(ClassFile.Option... options) {
        List<ClassFile.Option> all = new ArrayList<>(List.of(options));
        all.add(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(types).orElse(ClassHierarchyResolver.defaultResolver())));
        return ClassFile.of(all.toArray(ClassFile.Option[]::new));
    }

    @Override
    public void close() throws IOException {
        types.close();
    }
}
