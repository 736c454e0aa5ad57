package dev.backplane.layers.parameters;

/** SSM rejected a call for a reason that a repetition does not change. */
public final class SsmRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    SsmRefusalException(String operation, String region, String code) {
        super("SSM in " + region + " refused " + operation + ": " + code);
        this.code = code;
    }

    /** Returns the error code of AWS. */
    public String code() {
        return code;
    }
}
