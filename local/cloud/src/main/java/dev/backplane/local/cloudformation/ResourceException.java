package dev.backplane.local.cloudformation;

/** A resource could not be created, updated or deleted. */
final class ResourceException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String physicalId;

    ResourceException(String reason) {
        this(reason, "");
    }

    /** @param physicalId the id of a partially created resource; may be empty */
    ResourceException(String reason, String physicalId) {
        super(reason);
        this.physicalId = physicalId;
    }

    /** Creates an exception in CloudFormation's format for service errors. */
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
