package dev.backplane.local.stepfunctions;

import java.util.regex.Pattern;

/** The rules for names of executions. */
final class ExecutionName {

    /** Whitespace, brackets, wildcards, some more signs, and control characters. */
    private static final Pattern FORBIDDEN =
            Pattern.compile("[\\s<>{}\\[\\]?*\"#%\\\\^|~`$&,;:/\\x00-\\x1F\\x7F-\\x9F\\uFFFE\\uFFFF\\uD800-\\uDFFF]");

    private static final int LONGEST = 80;

    private ExecutionName() {}

    static boolean isValid(String name) {
        return !name.isEmpty()
                && name.length() <= LONGEST
                && !FORBIDDEN.matcher(name).find();
    }
}
