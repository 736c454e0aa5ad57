package dev.backplane.local.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.account.Account;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The S3 assets of a cloud assembly, read from its files on demand. */
public final class Assets {

    private static final String SUFFIX = ".assets.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<S3Object, Path> files = new ConcurrentHashMap<>();
    private final Map<S3Object, String> texts = new ConcurrentHashMap<>();

    private Assets() {}

    /** Reads the asset manifests in this folder. */
    public static Assets in(Path assembly) {
        Assets assets = new Assets();
        try (Stream<Path> entries = Files.list(assembly)) {
            List<Path> lists =
                    entries.filter(file -> file.toString().endsWith(SUFFIX)).toList();
            for (Path list : lists) {
                assets.add(assembly, JSON.readTree(list.toFile()));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the assets in " + assembly, failure);
        }
        return assets;
    }

    private void add(Path assembly, JsonNode list) {
        for (JsonNode file : list.path("files")) {
            Path source = assembly.resolve(file.at("/source/path").asText());
            for (JsonNode destination : file.path("destinations")) {
                files.put(
                        new S3Object(
                                local(destination.path("bucketName").asText()),
                                local(destination.path("objectKey").asText())),
                        source);
            }
        }
    }

    /** Adds an object that is not part of the assembly. */
    public void put(S3Object object, String content) {
        texts.put(object, content);
    }

    /** Returns the content of an object. Folder assets are not supported. */
    public Optional<String> read(S3Object object) {
        return Optional.ofNullable(texts.get(object))
                .or(() -> Optional.ofNullable(files.get(object))
                        .filter(Files::isRegularFile)
                        .map(Assets::text));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the asset " + file, failure);
        }
    }

    private static String local(String name) {
        return name.replace("${AWS::AccountId}", Account.ID)
                .replace("${AWS::Region}", Account.REGION)
                .replace("${AWS::Partition}", Account.PARTITION);
    }
}
