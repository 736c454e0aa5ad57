package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "status",
        description = "Shows whether the suite responds, its stage and its addresses.",
        footer = {"", "Example:", "  backplane status"})
final class StatusCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    StatusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            JsonNode config = connection.config();
            ObjectNode status = JsonNodeFactory.instance.objectNode();
            status.put("address", connection.target().address().toString());
            for (String member : List.of("stage", "region", "issuer")) {
                status.set(member, config.path(member));
            }
            connection.print(status, List.of());
            return 0;
        }
    }
}
