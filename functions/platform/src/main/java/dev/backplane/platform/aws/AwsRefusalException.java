package dev.backplane.platform.aws;

/** AWS refused a call for a reason that a repetition does not change. */
public final class AwsRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;

    AwsRefusalException(String operation, int status, String code, String reason) {
        super(operation + " was refused: " + code + ": " + reason);
        this.status = status;
        this.code = code;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the error code of AWS, such as {@code AccessDenied}. */
    public String code() {
        return code;
    }
}
