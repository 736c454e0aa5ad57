package dev.backplane.packages;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A service of one function that reads one item, in a checkout of its own, as its build leaves it. */
record MiniService(Path root) {

    static final String NAME = "mini";
    static final String HANDLER = "dev.backplane.mini.ReadItemHandler";

    /** An event that the function fails on. */
    static final String FAULT = "\"fault\"";

    private static final String SOURCE = """
            package dev.backplane.mini;

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
                    this.table = platform.settings().require("MINI_TABLE");
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

    private Path target(String module) {
        return root.resolve("functions").resolve(module).resolve("target");
    }

    /** Builds the service from code that answers with this version. */
    void build(String version) throws IOException {
        Path classes = compile(version);
        Path jar = target(NAME).resolve("backplane-mini.jar");
        pack(classes, jar);
        List<Path> jars = new ArrayList<>(List.of(jar));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (isOfFunctions(entry)) {
                jars.add(Files.isDirectory(path) ? packed(path) : path);
            }
        }
        ManagedPackage.write(jars, target(NAME).resolve("function"));
        Files.createDirectories(target("packages"));
        if (!Files.exists(target("packages").resolve("runtime"))) {
            Folders.copy(
                    Path.of("../packages/target/runtime"), target("packages").resolve("runtime"));
        }
    }

    private Path compile(String version) throws IOException {
        Path source = target(NAME).resolve("source/ReadItemHandler.java");
        Path classes = target(NAME).resolve("classes");
        Files.createDirectories(source.getParent());
        Files.createDirectories(classes.resolve("rehearsals"));
        Files.writeString(source, SOURCE.replace("VERSION", version));
        Files.writeString(classes.resolve("rehearsals/ReadItem.json"), REHEARSAL);
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
        if (exit != 0) {
            throw new IOException("the mini service does not compile");
        }
        return classes;
    }

    // Of the libraries of tests none, and nothing of the packager.
    private static boolean isOfFunctions(String entry) {
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

    private Path packed(Path classes) throws IOException {
        Path jar = target(NAME).resolve("backplane-platform.jar");
        pack(classes, jar);
        return jar;
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
