package dev.backplane.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command whose words go to another program, such as the CDK CLI or Maven. */
final class WordsCommand implements Callable<Integer> {

    private final Action action;
    private final CommandSpec spec;

    /** What the command does with its words. */
    @FunctionalInterface
    interface Action {

        /** Returns the exit code. */
        int run(List<String> words);
    }

    private WordsCommand(String label, Action action) {
        this.action = action;
        this.spec = CommandSpec.wrapWithoutInspection(this);
        spec.parser().unmatchedOptionsArePositionalParams(true);
        spec.add(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("An option of the program that the command runs.")
                .build());
    }

    /**
     * Describes a command.
     *
     * @param label what its words are
     * @param example the words of an example
     */
    static CommandSpec spec(String label, String summary, String example, Action action) {
        CommandSpec spec = new WordsCommand(label, action).spec;
        spec.usageMessage().description(summary).footer("", "Example:", "  backplane " + example);
        return spec;
    }

    @Override
    public Integer call() {
        List<String> words = spec.positionalParameters().getFirst().getValue();
        return action.run(words == null ? List.of() : words);
    }
}
