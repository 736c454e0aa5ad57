package dev.backplane.local.iam;

/** Who may act, as resource policies write it: an account or role under {@code AWS}, or a service. */
public record Principal(String type, String value) {
    private static final String ANYONE = "*";

    /** An AWS service, such as {@code events.amazonaws.com}. */
    public static Principal service(String name) {
        return new Principal("Service", name);
    }

    boolean includes(Principal asking) {
        return value.equals(ANYONE) || equals(asking);
    }
}
