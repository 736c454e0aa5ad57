package dev.backplane.local.sts;

/** A call of the query protocol that is refused, with AWS's error code and message. */
final class QueryRefusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;

    QueryRefusal(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static QueryRefusal invalid(String message) {
        return new QueryRefusal(400, "ValidationError", message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
