package dev.backplane.packages;

import java.util.List;

/** What jars contain that no function ever reads. */
final class Leftovers {

    private static final List<String> FOLDERS = List.of(
            "META-INF/maven/", // how the jar was built
            "META-INF/native-image/", // for GraalVM
            "codegen-resources/", // what the SDK's clients were generated from
            // The natives of the CRT lie beside the jars, those of the runtime client too.
            "linux/",
            "jni/");

    private static final List<String> FILES = List.of(
            // The regions in it are generated code by now.
            "software/amazon/awssdk/regions/internal/region/endpoints.json",
            // For uploads of files.
            "mime.types",
            "software/amazon/awssdk/core/util/mime.types");

    private Leftovers() {}

    static boolean isWanted(String entry) {
        return FOLDERS.stream().noneMatch(entry::startsWith) && !FILES.contains(entry);
    }
}
