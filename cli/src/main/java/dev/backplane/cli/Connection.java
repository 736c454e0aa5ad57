package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Exchange;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.http.Target;
import dev.backplane.cli.http.Tokens;
import dev.backplane.cli.output.Format;
import dev.backplane.cli.output.Printer;
import dev.backplane.cli.output.Terminal;
import java.util.List;

/** The suite that one command works with, and its output. */
record Connection(Target target, Exchange exchange, Tokens tokens, Printer printer, Terminal terminal)
        implements AutoCloseable {

    static Connection open(Target target, Terminal terminal, boolean verbose, Format format) {
        Exchange exchange = new Exchange(target, terminal, verbose);
        return new Connection(
                target, exchange, new Tokens(target, exchange, terminal), new Printer(terminal, format), terminal);
    }

    /** Returns calls that share one token. */
    Session session() {
        return new Session(exchange, tokens.current());
    }

    /** A token, and the calls made with it. */
    record Session(Exchange exchange, String token) {

        /** Returns a successful response; other responses are failures. */
        Answer send(Call call) {
            return exchange.send(call, token);
        }

        /** Returns any response. */
        Answer ask(Call call) {
            return exchange.ask(call, token);
        }
    }

    /** Returns the settings of the stage that are public. */
    JsonNode config() {
        Answer answer = exchange.get("/config.json");
        if (!answer.successful() || !answer.json().has("stage")) {
            throw new Failure(Kind.UNREACHABLE, target.address() + " responds, but not as Backplane does.");
        }
        return answer.json();
    }

    void print(JsonNode value, List<String> columns) {
        terminal.out().print(printer.text(value, columns));
        terminal.out().flush();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
