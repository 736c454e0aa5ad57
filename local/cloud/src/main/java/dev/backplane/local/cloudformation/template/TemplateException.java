package dev.backplane.local.cloudformation.template;

import java.util.List;

/** The templates contain something unsupported; lists all problems. */
public final class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // an immutable list of strings
    private final List<String> problems;

    public TemplateException(List<String> problems) {
        super("The templates cannot be run locally:" + lines(problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }

    private static String lines(List<String> problems) {
        return problems.isEmpty() ? "" : "\n  " + String.join("\n  ", problems);
    }
}
