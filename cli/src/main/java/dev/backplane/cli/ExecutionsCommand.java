package dev.backplane.cli;

import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "executions",
        description = "Lists the workflow executions of the running suite, newest first, or shows the history of one.",
        footer = {"", "Example:", "  backplane executions --watch"})
final class ExecutionsCommand implements Callable<Integer> {

    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final String PATH = "/_backplane/executions";

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The name or ARN of an execution.")
    private String name = "";

    @Option(
            names = {"-w", "--watch"},
            description = "Repeat every 2 seconds until Ctrl-C.")
    private boolean watch;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    ExecutionsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        // The characters of execution names and ARNs.
        if (!name.matches("[A-Za-z0-9_:.@+=!'()-]*")) {
            throw new Failure(Kind.USAGE, "'" + name + "' is not a valid execution name.");
        }
        try (Connection connection = common.connectToThisMachine(terminal)) {
            String last = "";
            do {
                Answer answer = answer(connection);
                if (!answer.text().equals(last)) {
                    last = answer.text();
                    if (watch) {
                        terminal.clear();
                    }
                    print(connection, answer);
                }
            } while (watch && terminal.pause().await(INTERVAL));
            return 0;
        }
    }

    private Answer answer(Connection connection) {
        String path = name.isEmpty() ? PATH : PATH + "/" + Call.encoded(name);
        Answer answer = connection.exchange().get(path, common.readByPeople() ? "text/plain" : "application/json");
        if (!answer.successful()) {
            throw new Failure(Kind.REFUSED, Terminal.printable(answer.text().strip()));
        }
        return answer;
    }

    private void print(Connection connection, Answer answer) {
        if (common.readByPeople()) {
            answer.text().lines().map(Terminal::printable).forEach(terminal.out()::println);
            terminal.out().flush();
        } else {
            connection.print(answer.json(), List.of());
        }
    }
}
