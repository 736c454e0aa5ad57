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

    // The regions in it have been generated code for long, and nothing reads it any more.
    private static final String REGIONS = "software/amazon/awssdk/regions/internal/region/endpoints.json";

    private Leftovers() {}

    static boolean isWanted(String entry) {
        return FOLDERS.stream().noneMatch(entry::startsWith) && !entry.equals(REGIONS);
    }
}
