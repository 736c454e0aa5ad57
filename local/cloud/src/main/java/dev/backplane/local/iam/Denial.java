package dev.backplane.local.iam;

/** A denied request with AWS's reason. */
public record Denial(String principal, AccessRequest access, String reason) {

    static Denial notAllowed(String principal, AccessRequest access) {
        return new Denial(
                principal, access, "because no identity-based policy allows the " + access.action() + " action");
    }

    static Denial notAllowedBySession(String principal, AccessRequest access) {
        return new Denial(principal, access, "because no session policy allows the " + access.action() + " action");
    }

    static Denial explicitlyDenied(String principal, AccessRequest access, String kindOfPolicy) {
        return new Denial(principal, access, "with an explicit deny in " + kindOfPolicy);
    }

    static Denial notAllowedByResource(String principal, AccessRequest access) {
        return new Denial(
                principal, access, "because no resource-based policy allows the " + access.action() + " action");
    }

    /** Returns the message of AWS's {@code AccessDeniedException}. */
    public String message() {
        return "User: " + principal + " is not authorized to perform: " + access.action() + " on resource: "
                + access.resource() + " " + reason;
    }
}
