package dev.backplane.local.iam;

/** A policy document in a request cannot be evaluated. */
public final class MalformedPolicyException extends Exception {

    private static final long serialVersionUID = 1;

    MalformedPolicyException(String message) {
        super(message);
    }

    /** Returns what is wrong with the document. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
