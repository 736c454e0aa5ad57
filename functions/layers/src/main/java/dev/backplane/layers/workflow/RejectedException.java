package dev.backplane.layers.workflow;

/** AWS rejects the publication in a region, and would reject it again. */
final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param code the error code, which callers of the service see */
    RejectedException(String code) {
        super(code);
    }

    String code() {
        return String.valueOf(getMessage());
    }
}
