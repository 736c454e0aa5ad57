package dev.backplane.local.workflows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of a cloud assembly that a deployment would put into the assets' bucket. */
final class Assets {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SUFFIX = ".assets.json";

    private final Path assembly;

    Assets(Path assembly) {
        this.assembly = assembly;
    }

    /** The content of the file that would get this object key. */
    Optional<String> read(String objectKey) {
        return manifests().stream()
                .flatMap(manifest -> manifest.path("files").valueStream())
                .filter(file -> file.path("destinations")
                        .valueStream()
                        .anyMatch(destination ->
                                destination.path("objectKey").asText().equals(objectKey)))
                .map(file -> assembly.resolve(file.at("/source/path").asText()))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(Assets::content);
    }

    private List<JsonNode> manifests() {
        try (Stream<Path> files = Files.list(assembly)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(Assets::manifest)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + assembly, failure);
        }
    }

    private static JsonNode manifest(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }
}
