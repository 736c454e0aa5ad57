package dev.backplane.packaging;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A service with one function that reads one item, in a folder laid out like a project after its build. */
record SampleService(Path root) {

    static final String NAME = "sample";
    static final String HANDLER = "dev.backplane.sample.ReadItemHandler";

    /** An event that makes the function fail. */
    static final String FAULT = "\"fault\"";

    private static final String SOURCE = """
            package dev.backplane.sample;

            import com.amazonaws.services.lambda.runtime.*;
            import dev.backplane.platform.Platform;
            import java.io.*;
            import java.util.Map;
            import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
            import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

            public final class ReadItemHandler implements RequestStreamHandler {

                private final DynamoDbClient dynamo;
                private final String table;

                public ReadItemHandler() {
                    this(Platform.lambda());
                }

                public ReadItemHandler(Platform platform) {
                    this.dynamo = platform.aws().client(DynamoDbClient.builder());
                    this.table = platform.settings().require("SAMPLE_TABLE");
                }

                @Override
                public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
                    AttributeValue key = AttributeValue.fromS(new String(in.readAllBytes()));
                    if (key.s().equals("\\"fault\\"")) {
                        throw new IllegalStateException("no such key");
                    }
                    var item = dynamo.getItem(get -> get.tableName(table).key(Map.of("PK", key))).item();
                    out.write(("\\"VERSION " + item.get("Name").s() + "\\"").getBytes());
                }
            }
            """;

    static final String REHEARSAL = """
            {
              "at": "2026-01-05T12:00:00Z",
              "event": {"key": "1"},
              "answers": [
                {"call": "DynamoDB_20120810.GetItem", "status": 200, "body": {"Item": {"Name": {"S": "Ada"}}}}
              ]
            }
            """;

    private Path target() {
        return root.resolve("functions").resolve(NAME).resolve("target");
    }

    /** Builds the service from code that returns this version. */
    void build(String version) throws IOException {
        Path lib = Folders.emptied(target().resolve("function/lib"));
        pack(compile(version), lib.resolve("backplane-sample.jar"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!isForFunctions(entry)) {
                continue;
            }
            if (Files.isDirectory(path)) {
                pack(path, lib.resolve("backplane-platform.jar"));
            } else {
                Files.copy(path, lib.resolve(path.getFileName()));
            }
        }
        Path runtime = root.resolve("packaging/target/runtime");
        if (!Files.exists(runtime)) {
            Files.createDirectories(runtime.getParent());
            Folders.copy(Path.of("target/runtime"), runtime);
        }
    }

    private Path compile(String version) throws IOException {
        Path source = target().resolve("source/ReadItemHandler.java");
        Path classes = target().resolve("classes");
        Files.createDirectories(source.getParent());
        Files.createDirectories(classes.resolve("rehearsals"));
        Files.writeString(source, SOURCE.replace("VERSION", version));
        Files.writeString(classes.resolve("rehearsals/ReadItem.json"), REHEARSAL);
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
        if (exit != 0) {
            throw new IOException("the sample service does not compile");
        }
        return classes;
    }

    // Neither test libraries nor the packaging module.
    private static boolean isForFunctions(String entry) {
        return Stream.of(
                                "awssdk",
                                "avaje",
                                "slf4j",
                                "aws-lambda-java-core",
                                "org-crac",
                                "reactive-streams",
                                "eventstream")
                        .anyMatch(entry::contains)
                || entry.contains("functions/platform");
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
    }
}
