package dev.backplane.layers;

import java.util.List;

/**
 * A version of a function that uses a layer.
 *
 * @param functionArn the ARN of the function, without a version
 * @param version a number, or {@link #LATEST} for the version that is not published
 * @param aliases the names of the aliases that invoke this version, also with a part of their traffic
 */
public record FunctionUse(String functionArn, String version, List<String> aliases) {

    /** The name of the version that is not published. */
    public static final String LATEST = "$LATEST";

    public FunctionUse {
        aliases = List.copyOf(aliases);
    }

    public String functionName() {
        return functionArn.substring(functionArn.lastIndexOf(':') + 1);
    }
}
