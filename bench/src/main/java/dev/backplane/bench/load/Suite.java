package dev.backplane.bench.load;

import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.TableSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The local suite in a process of its own, in memory and on free ports, as {@code ./backplane up} runs it. */
final class Suite implements AutoCloseable {

    /** Those of {@code ./backplane up}. */
    static final List<String> JAVA_OPTIONS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private static final String CLIENT = "backplane-local:backplane-local-secret";

    private final Process process;
    private final URI address;
    private final EngineHttpClient http = new EngineHttpClient();
    private final AwsConnection engine;
    private final DynamoDbClient dynamo;
    private final List<String> tables;

    private Suite(Process process, URI address, URI engineAddress) {
        this.process = process;
        this.address = address;
        this.engine = new AwsConnection(
                http,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")),
                Region.US_EAST_1,
                Optional.of(engineAddress));
        this.dynamo = engine.client(DynamoDbClient.builder());
        this.tables = dynamo.listTables().tableNames();
    }

    /** Starts it, and returns once it serves. */
    static Suite start() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SuiteMain.class.getName()));
        command.add(root().resolve("infra/target/cdk.out").toString());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String ready = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (ready == null) {
                throw new IllegalStateException("the suite did not start");
            }
            String[] addresses = ready.split(" ", 2);
            return new Suite(process, URI.create(addresses[0]), URI.create(addresses[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the project: as the command says, or from where tests run. */
    static Path root() {
        return Stream.of(System.getProperty("backplane.root", "."), "..")
                .map(Path::of)
                .filter(folder -> Files.exists(folder.resolve("version.txt")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this is not the folder of the project"));
    }

    URI address() {
        return address;
    }

    /** Returns a token with every scope, from the suite's own issuer. */
    String token() {
        String client = Base64.getEncoder().encodeToString(CLIENT.getBytes(StandardCharsets.UTF_8));
        try (HttpConnection connection = new HttpConnection(address)) {
            return connection
                    .send(
                            "POST",
                            "/oauth2/token",
                            "Authorization: Basic " + client
                                    + "\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                            "grant_type=client_credentials")
                    .expecting(200)
                    .member("access_token");
        }
    }

    /** Returns the way to the suite's DynamoDB Local, past the gateway, the functions and all policies. */
    AwsConnection engine() {
        return engine;
    }

    DynamoDbClient dynamo() {
        return dynamo;
    }

    /** Returns the name under which the suite has a table. */
    String table(TableSpec spec) {
        return tables.stream()
                .filter(name -> name.endsWith("-" + spec.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + spec.name() + " in " + tables));
    }

    @Override
    public void close() {
        dynamo.close();
        http.close();
        process.destroyForcibly();
    }
}
