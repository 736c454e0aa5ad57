package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.api.Operation;
import dev.backplane.cli.api.Parameter;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.output.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs a command that is one call of an API; long lists take several calls. */
final class OperationCommand implements Callable<Integer> {

    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(2);
    private static final int MAX_PAGE = 100;

    private final Operation operation;
    private final Terminal terminal;
    private final CommonOptions common = new CommonOptions();
    private final ListOptions lists = new ListOptions();
    private final ReadOptions reads = new ReadOptions();
    private final CommandSpec spec;

    /** The options of commands that print lists. */
    private static final class ListOptions {

        @Option(names = "--limit", paramLabel = "N", description = "The maximum number of items; 25 if absent.")
        private int limit;

        @Option(names = "--all", description = "All items.")
        private boolean all;

        boolean given() {
            return all || limit > 0;
        }

        int missing(int got) {
            return all ? MAX_PAGE : Math.min(MAX_PAGE, limit - got);
        }
    }

    /** The options of commands that change nothing. */
    private static final class ReadOptions {

        @Option(
                names = {"-w", "--watch"},
                description = "Repeat every 2 seconds until Ctrl-C.")
        private boolean watch;
    }

    private OperationCommand(Operation operation, Terminal terminal) {
        this.operation = operation;
        this.terminal = terminal;
        this.spec = OperationSpec.of(operation, this);
        if (operation.paged()) {
            spec.addMixin("lists", CommandSpec.forAnnotatedObject(lists));
        }
        if (operation.reads()) {
            spec.addMixin("reads", CommandSpec.forAnnotatedObject(reads));
        }
        spec.addMixin("common", CommandSpec.forAnnotatedObject(common));
    }

    static CommandSpec spec(Operation operation, Terminal terminal) {
        return new OperationCommand(operation, terminal).spec;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            // Wrong arguments are reported before anything is sent.
            filled();
            Connection.Session session = connection.session();
            if (reads.watch) {
                watch(connection, session);
            } else {
                show(connection, session);
            }
            return 0;
        }
    }

    private void watch(Connection connection, Connection.Session session) {
        JsonNode last = null;
        do {
            JsonNode value = answered(session);
            if (!value.equals(last)) {
                terminal.clear();
                connection.print(value, operation.columns());
                last = value;
            }
        } while (terminal.pause().await(WATCH_INTERVAL));
    }

    private void show(Connection connection, Connection.Session session) {
        JsonNode value = answered(session);
        if (value.isMissingNode()) {
            terminal.err().println("Done.");
            return;
        }
        connection.print(value, operation.columns());
        if (value.hasNonNull("next") && operation.paged()) {
            terminal.err().println("There are more items: use --limit N or --all.");
        }
    }

    /** Returns the response, with as many pages as were asked for in one list. */
    private JsonNode answered(Connection.Session session) {
        Call first = filled();
        if (lists.given()) {
            first.query("limit", Integer.toString(lists.missing(0)));
        }
        Answer answer = session.send(first);
        JsonNode list = answer.json();
        while (lists.given()
                && list instanceof ObjectNode page
                && page.path("items") instanceof ArrayNode items
                && page.hasNonNull("next")
                && lists.missing(items.size()) > 0) {
            Call call = filled();
            call.query("limit", Integer.toString(lists.missing(items.size())));
            call.query("cursor", page.get("next").asText());
            JsonNode more = session.send(call).json();
            items.addAll((ArrayNode) more.withArray("items"));
            page.set("next", more.path("next"));
        }
        return list;
    }

    /** Returns the call with the values of the command line. */
    private Call filled() {
        Call call = new Call(operation.method(), operation.path());
        operation.constants().forEach(call::member);
        CommandLine.ParseResult given = spec.commandLine().getParseResult();
        for (Parameter parameter : operation.parameters()) {
            List<String> values = OperationSpec.values(given, parameter);
            if (!values.isEmpty()) {
                parameter.placement().put(call, parameter.member(), values);
            }
        }
        return call;
    }
}
