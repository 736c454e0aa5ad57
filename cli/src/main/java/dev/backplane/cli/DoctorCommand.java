package dev.backplane.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.Finding.State;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "doctor",
        description =
                "Checks the tools, ports, disk and clock of this machine, and address, session, version, alarms and"
                        + " snapshots of the stage;"
                        + " each problem has its cure.",
        footer = {"", "Example:", "  backplane doctor --stage prod"})
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connect(terminal)) {
            List<Finding> findings = Stream.concat(
                            new MachineCheck(terminal).findings().stream(),
                            new StageCheck(connection).findings().stream())
                    .toList();
            ObjectNode report = JsonNodeFactory.instance.objectNode();
            ArrayNode items = report.putArray("items");
            findings.forEach(finding -> items.addObject()
                    .put("check", finding.check())
                    .put("state", finding.state().text())
                    .put("detail", finding.detail())
                    .put("cure", finding.cure()));
            if (common.readByPeople()) {
                connection.print(report, List.of("check", "state", "detail"));
                showCures(findings);
            } else {
                connection.print(report, List.of("check", "state", "detail", "cure"));
            }
            return findings.stream().anyMatch(finding -> finding.state() == State.PROBLEM)
                    ? Kind.REFUSED.exitCode()
                    : 0;
        }
    }

    /** Cures are sentences, too long for a column. */
    private void showCures(List<Finding> findings) {
        List<Finding> curable =
                findings.stream().filter(finding -> !finding.cure().isEmpty()).toList();
        if (!curable.isEmpty()) {
            terminal.out().println();
            terminal.out().println("What to do:");
        }
        curable.forEach(finding -> terminal.out().println("  " + finding.check() + ": " + finding.cure()));
        terminal.out().flush();
    }
}
