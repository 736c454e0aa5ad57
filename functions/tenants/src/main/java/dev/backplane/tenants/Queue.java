package dev.backplane.tenants;

/** A queue of a tenant. */
public record Queue(String arn, String url) {

    public String region() {
        return parts()[3];
    }

    public String name() {
        return parts()[5];
    }

    private String[] parts() {
        String[] parts = arn.split(":", -1);
        if (parts.length != 6) {
            throw new IllegalStateException("not the ARN of a queue: " + arn);
        }
        return parts;
    }
}
