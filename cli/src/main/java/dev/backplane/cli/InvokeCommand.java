package dev.backplane.cli;

import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Json;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "invoke",
        description = "Invokes a function of the running suite with the event in a file.",
        footer = {"", "Example:", "  backplane invoke CreateDeployment events/CreateDeployment.json"})
final class InvokeCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FUNCTION", description = "The name of a function.")
    private String function = "";

    @Parameters(index = "1", paramLabel = "EVENT", description = "A file with the event, as JSON.")
    private Path event = Path.of("");

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    InvokeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!function.matches("[A-Za-z0-9_:-]+")) {
            throw new Failure(Kind.USAGE, "'" + function + "' is not a valid function name.");
        }
        String text = content();
        try (Connection connection = common.connectToThisMachine(terminal)) {
            Answer answer = connection.exchange().post("/2015-03-31/functions/" + function + "/invocations", text);
            if (!answer.successful()) {
                throw new Failure(Kind.REFUSED, refusal(answer));
            }
            if (common.readByPeople() || answer.json().isMissingNode()) {
                terminal.out().println(answer.text());
            } else {
                connection.print(answer.json(), List.of());
            }
            if (answer.header("x-amz-function-error").isPresent()) {
                throw new Failure(Kind.REFUSED, "The function failed.");
            }
            return 0;
        }
    }

    private String content() {
        String text;
        try {
            text = Files.readString(event, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Failure(Kind.USAGE, "Cannot read the file " + event + ".");
        }
        Json.problem(text).ifPresent(problem -> {
            throw new Failure(Kind.USAGE, event + " is not JSON: " + problem);
        });
        return text;
    }

    private String refusal(Answer answer) {
        String message = answer.json()
                .path("Message")
                .asText(answer.json().path("message").asText(answer.text()));
        if (answer.status() != 404) {
            return "The invocation was rejected: " + Terminal.printable(message);
        }
        return "There is no function '" + function + "'. "
                + Names.nearest(
                                function,
                                Stream.of(message.substring(message.lastIndexOf(':') + 1)
                                        .split("[^A-Za-z]+")))
                        .map(nearest -> "Did you mean " + nearest + "?")
                        .orElse("The files in the folder events have the names of all functions.");
    }
}
