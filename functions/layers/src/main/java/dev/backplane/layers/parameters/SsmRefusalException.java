package dev.backplane.layers.parameters;

import dev.backplane.platform.aws.AwsRefusalException;

/** SSM rejected a call for a reason that a repetition does not change. */
public final class SsmRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    SsmRefusalException(String region, AwsRefusalException cause) {
        super("SSM in " + region + ": " + cause.getMessage(), cause);
        this.code = cause.code();
    }

    /** Returns the error code of AWS. */
    public String code() {
        return code;
    }
}
