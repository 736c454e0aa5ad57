package dev.backplane.identity;

/** The settings of the service's function. */
public final class SignInSettings {

    /** The name of the service, in log lines and metrics. */
    public static final String SERVICE = "identity";

    /** All scopes of the suite, separated by spaces. */
    public static final String SCOPES = "SCOPES";

    private SignInSettings() {}
}
