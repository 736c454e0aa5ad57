package dev.backplane.local.cloudformation;

/** A resource could not be made, changed or deleted, for a reason that CloudFormation tells. */
final class ResourceException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String physicalId;

    ResourceException(String reason) {
        this(reason, "");
    }

    /** @param physicalId what is there nevertheless; empty for nothing */
    ResourceException(String reason, String physicalId) {
        super(reason);
        this.physicalId = physicalId;
    }

    /** The form in which CloudFormation passes on what a service said. */
    static ResourceException ofHandler(String message, String code) {
        return new ResourceException(
                "Resource handler returned message: \"" + message + "\" (HandlerErrorCode: " + code + ")");
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    String physicalId() {
        return physicalId;
    }
}
