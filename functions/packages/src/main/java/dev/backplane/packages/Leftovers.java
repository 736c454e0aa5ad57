package dev.backplane.packages;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** What jars contain that no function ever reads. */
final class Leftovers {

    private static final List<String> ANYWHERE = List.of(
            "META-INF/maven/", // how the jar was built
            "META-INF/native-image/", // for GraalVM
            "codegen-resources/", // what the SDK's clients were generated from
            // The natives of the CRT lie beside the jars, those of the runtime client too.
            "linux/",
            "jni/",
            // What the runtime client makes objects of events with; functions here take events as they come. Its Gson
            // stays, as faults and lines of the log are written with it.
            "com/amazonaws/lambda/thirdparty/com/fasterxml/",
            "com/amazonaws/lambda/thirdparty/org/",
            "META-INF/services/com.amazonaws.lambda.thirdparty.");

    private static final List<String> IN_REGIONS = List.of(
            // The regions in it have been generated code for long, and nothing reads it any more.
            "software/amazon/awssdk/regions/internal/region/endpoints.json",
            // What the SDK knows of all services of AWS; the platform has a class of this name that knows nothing.
            "software/amazon/awssdk/regions/GeneratedServiceMetadataProvider.class",
            "software/amazon/awssdk/regions/servicemetadata/");

    private Leftovers() {}

    /** Says which entries of a jar are wanted. */
    static Predicate<String> wantedOf(Path jar) {
        boolean regions = jar.getFileName().toString().startsWith("regions-");
        return entry -> !isIn(ANYWHERE, entry) && !(regions && isIn(IN_REGIONS, entry));
    }

    private static boolean isIn(List<String> places, String entry) {
        return places.stream().anyMatch(entry::startsWith);
    }
}
