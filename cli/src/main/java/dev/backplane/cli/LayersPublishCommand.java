package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "publish",
        description = "Publishes a zip file as a layer version in several regions, and registers each.",
        footer = {
            "",
            "Example:",
            "  backplane layers publish layer.zip --package yaml --package-version 6.0.2 --regions us-east-1,eu-central-1"
        })
final class LayersPublishCommand implements Callable<Integer> {

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Set<String> IN_PROGRESS = Set.of("created", "running");

    @Parameters(paramLabel = "FILE", description = "The zip file of the layer.")
    private Path file = Path.of("");

    @Option(names = "--package", required = true, paramLabel = "NAME", description = "The name of the package.")
    private String packageName = "";

    @Option(names = "--package-version", required = true, paramLabel = "TEXT", description = "Its version.")
    private String packageVersion = "";

    @Option(names = "--regions", required = true, split = ",", paramLabel = "REGION", description = "The regions.")
    private List<String> regions = List.of();

    @Option(names = "--runtimes", split = ",", paramLabel = "NAME", description = "The runtimes it is made for.")
    private List<String> runtimes = List.of();

    @Option(names = "--architectures", split = ",", paramLabel = "NAME", description = "Its architectures.")
    private List<String> architectures = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why you do this; it is kept in the history.")
    private @Nullable String reason;

    @Option(names = "--idempotency-key", paramLabel = "TEXT", description = "Makes it safe to repeat the command.")
    private @Nullable String key;

    @Option(
            names = {"-w", "--watch"},
            description = "Wait until the publication has ended.")
    private boolean watch;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    LayersPublishCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        BodyPublisher content = content();
        try (Connection connection = common.connect(terminal)) {
            Connection.Session session = connection.session();
            JsonNode publication = session.send(creation()).json();
            if (publication.at("/upload/url").isTextual()) {
                upload(connection, publication.at("/upload/url").asText(), content);
                publication = session.send(call("POST", publication, "/start")).json();
            }
            while (watch && IN_PROGRESS.contains(publication.path("status").asText())) {
                if (!terminal.pause().await(INTERVAL)) {
                    break;
                }
                publication = session.send(call("GET", publication, "")).json();
            }
            connection.print(publication, List.of());
            return publication.path("status").asText().equals("failed") ? Kind.REFUSED.exitCode() : 0;
        }
    }

    private BodyPublisher content() {
        try {
            return BodyPublishers.ofFile(file);
        } catch (FileNotFoundException e) {
            throw new Failure(Kind.USAGE, "Cannot read the file " + file + ".");
        }
    }

    private Call creation() {
        Call call = new Call("POST", "/publications");
        call.member("package", new TextNode(packageName));
        call.member("packageVersion", new TextNode(packageVersion));
        call.member("regions", texts(regions));
        if (!runtimes.isEmpty()) {
            call.member("compatibleRuntimes", texts(runtimes));
        }
        if (!architectures.isEmpty()) {
            call.member("compatibleArchitectures", texts(architectures));
        }
        if (reason != null) {
            call.member("reason", new TextNode(reason));
        }
        if (key != null) {
            call.header("Idempotency-Key", key);
        }
        return call;
    }

    private static ArrayNode texts(List<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    private static void upload(Connection connection, String url, BodyPublisher content) {
        Answer answer = connection.exchange().upload(url, content);
        if (!answer.successful()) {
            throw new Failure(Kind.REFUSED, "The upload failed with status " + answer.status() + ".");
        }
    }

    private static Call call(String method, JsonNode publication, String suffix) {
        Call call = new Call(method, "/publications/{publicationId}" + suffix);
        call.path("publicationId", publication.path("publicationId").asText());
        return call;
    }
}
