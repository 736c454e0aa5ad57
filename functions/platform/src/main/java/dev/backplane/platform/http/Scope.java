package dev.backplane.platform.http;

/** A permission in a token, such as {@code backplane/deployments.read}. */
public record Scope(String service, String access) {

    /** The resource server that all scopes of the suite belong to. */
    public static final String RESOURCE_SERVER = "backplane";

    public static Scope of(String service, String access) {
        return new Scope(service, access);
    }

    /** Returns the scope's name within the resource server. */
    public String name() {
        return service + "." + access;
    }

    /** Returns the scope as tokens carry it. */
    public String full() {
        return RESOURCE_SERVER + "/" + name();
    }
}
