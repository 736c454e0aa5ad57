package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "seed",
        description = "Adds the accounts 000000000001 to COUNT to the pool of a suite on this machine and makes them"
                + " available.",
        footer = {"", "Example:", "  backplane pool seed 20"})
final class PoolSeedCommand implements Callable<Integer> {

    // The largest value of the stage setting poolMaxAccounts.
    private static final int MAX = 10_000;
    private static final int REPORT_EVERY = 500;

    @Parameters(paramLabel = "COUNT", description = "The number of accounts, 1 to 10000.")
    private String count = "";

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    PoolSeedCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int wanted = count.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(count) : MAX + 1;
        if (wanted > MAX) {
            throw new Failure(Kind.USAGE, "COUNT must be a number from 1 to " + MAX + ".");
        }
        try (Connection connection = common.connect(terminal)) {
            if (!connection.target().local()) {
                throw new Failure(Kind.USAGE, "pool seed adds invented accounts: it is for a suite on this machine.");
            }
            seed(connection, wanted);
            return 0;
        }
    }

    private void seed(Connection connection, int wanted) {
        Connection.Session session = connection.session();
        int available = 0;
        int busy = 0;
        Answer refusal = null;
        for (int i = 1; i <= wanted; i++) {
            String id = "%012d".formatted(i);
            // The account may exist already, so only the response to the second call counts.
            Answer added = session.ask(call("POST", "/pool/accounts", "accountId", id));
            Call makeAvailable = call("PUT", "/pool/accounts/{id}/status", "status", "available");
            makeAvailable.path("id", id);
            switch (session.ask(makeAvailable).status()) {
                case 200 -> available++;
                case 409 -> busy++;
                default -> refusal = added;
            }
            if (i % REPORT_EVERY == 0 && i < wanted) {
                terminal.err().println(i + " of " + wanted + " accounts");
            }
        }
        report(connection, wanted, available, busy);
        if (refusal != null) {
            throw incomplete(refusal.json());
        }
    }

    private void report(Connection connection, int wanted, int available, int busy) {
        if (common.readByPeople()) {
            terminal.out()
                    .println(available + " of " + wanted + " accounts are available; " + busy
                            + " are leased or being cleaned.");
        } else {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            result.put("wanted", wanted).put("available", available).put("busy", busy);
            connection.print(result, List.of());
        }
    }

    private static Failure incomplete(JsonNode problem) {
        return new Failure(
                Kind.REFUSED,
                problem.has("limit")
                        ? "The pool is full: its limit is "
                                + problem.get("limit").asText()
                                + " accounts. Raise it with the stage setting poolMaxAccounts, up to " + MAX + "."
                        : "The other accounts could not be added; see the log of the suite.");
    }

    private static Call call(String method, String path, String member, String value) {
        Call call = new Call(method, path);
        call.member(member, new TextNode(value));
        return call;
    }
}
