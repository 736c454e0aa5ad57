package dev.backplane.local.cloudformation.template;

import java.util.List;

/** The templates ask for something that the local cloud cannot do; every such thing is listed at once. */
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
