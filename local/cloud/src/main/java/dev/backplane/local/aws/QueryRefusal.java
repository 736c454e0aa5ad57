package dev.backplane.local.aws;

/** A call of the query protocol that is refused, with AWS's error code and message. */
public final class QueryRefusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;

    public QueryRefusal(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    public static QueryRefusal invalid(String message) {
        return new QueryRefusal(400, "ValidationError", message);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
