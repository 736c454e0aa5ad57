package dev.backplane.local.lambda;

import java.util.Optional;

/** A function name with an optional version or alias. */
record FunctionName(String name, Optional<String> qualifier) {

    private static final String ARN_MARK = ":function:";

    /** Parses a name or ARN, with or without a qualifier. */
    static FunctionName parse(String nameOrArn) {
        int mark = nameOrArn.indexOf(ARN_MARK);
        String name = mark < 0 ? nameOrArn : nameOrArn.substring(mark + ARN_MARK.length());
        int colon = name.indexOf(':');
        return colon < 0
                ? new FunctionName(name, Optional.empty())
                : new FunctionName(name.substring(0, colon), Optional.of(name.substring(colon + 1)));
    }
}
