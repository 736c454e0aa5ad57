package dev.backplane.bench.coldstart;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A function that reads one item with a given choice of libraries.
 *
 * @param type the name of its class, without the package
 */
record Probe(String name, String type, Set<Part> parts) {

    /** A library that only some probes need, with the prefixes of its jar names. */
    enum Part {
        CRT("aws-crt", "crt-core"),
        URL_CONNECTION("url-connection-client"),
        APACHE_5("apache5-client", "httpclient5", "httpcore5", "commons-codec"),
        AVAJE("avaje-"),
        EVENT_TYPES("aws-lambda-java-events", "joda-time"),
        JACKSON("jackson-"),
        ENHANCED("dynamodb-enhanced");

        @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable, but its type is not
        private final List<String> prefixes;

        Part(String... prefixes) {
            this.prefixes = List.of(prefixes);
        }

        private boolean has(String jar) {
            return prefixes.stream().anyMatch(jar::startsWith);
        }
    }

    static final Probe CHOSEN = of("CRT, stream, avaje, low-level", "CrtProbe", Part.CRT, Part.AVAJE);

    /** The chosen combination, then those that differ from it in one library each. */
    static final List<Probe> ALL = List.of(
            CHOSEN,
            of("URL connection", "UrlConnectionProbe", Part.URL_CONNECTION, Part.AVAJE),
            of("Apache 5", "Apache5Probe", Part.APACHE_5, Part.AVAJE),
            of("event types", "EventTypesProbe", Part.CRT, Part.EVENT_TYPES, Part.AVAJE),
            of("Jackson databind", "JacksonProbe", Part.CRT, Part.JACKSON),
            of("enhanced client", "EnhancedProbe", Part.CRT, Part.AVAJE, Part.ENHANCED));

    private static Probe of(String name, String type, Part... parts) {
        return new Probe(name, type, EnumSet.copyOf(Arrays.asList(parts)));
    }

    String handler() {
        return "dev.backplane.bench.probes." + type;
    }

    /** Returns whether the probe needs a jar. Jars that belong to no part are needed by all. */
    boolean needs(Path jar) {
        String name = jar.getFileName().toString();
        List<Part> owners =
                Arrays.stream(Part.values()).filter(part -> part.has(name)).toList();
        return owners.isEmpty() || parts.containsAll(owners);
    }
}
