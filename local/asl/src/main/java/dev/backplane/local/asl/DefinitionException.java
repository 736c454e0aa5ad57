package dev.backplane.local.asl;

import java.util.List;

/** A definition that cannot be run, with all its problems. */
public final class DefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    DefinitionException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems, each with its state and field. */
    public List<String> problems() {
        return problems;
    }
}
