package dev.backplane.local.ssm;

/** A call that Systems Manager rejects. */
final class SsmException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String type;
    private final String reason;

    SsmException(String type, String reason) {
        super(type + ": " + reason);
        this.type = type;
        this.reason = reason;
    }

    static SsmException invalid(String reason) {
        return new SsmException("ValidationException", reason);
    }

    static SsmException notFound() {
        return new SsmException("ParameterNotFound", "");
    }

    /** Returns the AWS exception name. */
    String type() {
        return type;
    }

    String reason() {
        return reason;
    }
}
