package dev.backplane.local.asl;

import java.util.List;

/** A definition that cannot be run, with everything that is wrong with it. */
public final class DefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    DefinitionException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns what is wrong, each with the state and the field it is about. */
    public List<String> problems() {
        return problems;
    }
}
