package dev.backplane.local.cloudformation;

/** An error response of CloudFormation. */
final class StackException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    private StackException(String code, String message) {
        super(message);
        this.code = code;
    }

    static StackException validation(String message) {
        return new StackException("ValidationError", message);
    }

    static StackException alreadyExists(String name) {
        return new StackException("AlreadyExistsException", "Stack [" + name + "] already exists");
    }

    static StackException tokenUsed(String token) {
        return new StackException(
                "TokenAlreadyExistsException",
                "A client request token " + token + " already exists for another request");
    }

    static StackException insufficientCapabilities(String needed) {
        return new StackException("InsufficientCapabilitiesException", "Requires capabilities : [" + needed + "]");
    }

    String code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
