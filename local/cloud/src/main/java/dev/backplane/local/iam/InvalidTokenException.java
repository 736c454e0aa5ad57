package dev.backplane.local.iam;

/** A request is signed with credentials that are not valid. */
public final class InvalidTokenException extends Exception {

    private static final long serialVersionUID = 1;

    private final String code;

    private InvalidTokenException(String code, String message) {
        super(message);
        this.code = code;
    }

    static InvalidTokenException invalid() {
        return new InvalidTokenException(
                "InvalidClientTokenId", "The security token included in the request is invalid.");
    }

    static InvalidTokenException expired() {
        return new InvalidTokenException("ExpiredToken", "The security token included in the request is expired");
    }

    /** Returns AWS's error code. */
    public String code() {
        return code;
    }

    /** Returns AWS's message. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
