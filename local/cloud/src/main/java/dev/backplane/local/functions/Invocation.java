package dev.backplane.local.functions;

/** How one invocation of a function ended. */
public final class Invocation {
    private final String requestId;
    private final boolean failed;
    private final byte[] payload;

    private Invocation(String requestId, boolean failed, byte[] payload) {
        this.requestId = requestId;
        this.failed = failed;
        this.payload = payload;
    }

    /** An invocation that came to its end. */
    public static Invocation answered(String requestId, byte[] payload) {
        return new Invocation(requestId, false, payload);
    }

    /** An invocation that did not, with Lambda's JSON about why. */
    public static Invocation failed(String requestId, byte[] error) {
        return new Invocation(requestId, true, error);
    }

    public String requestId() {
        return requestId;
    }

    /** Whether the function threw, timed out or could not be made; on AWS the header {@code X-Amz-Function-Error}. */
    public boolean failed() {
        return failed;
    }

    /** What the function answered, or Lambda's JSON with {@code errorMessage} and {@code errorType}. */
    public byte[] payload() {
        return payload.clone();
    }
}
