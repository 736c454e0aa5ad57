package dev.backplane.activity;

/** The settings of the service's functions. */
public final class ActivitySettings {

    /** The name of the service, in log lines and metrics. */
    public static final String SERVICE = "activity";

    public static final String ACTIVITY_TABLE = "ACTIVITY_TABLE";

    private ActivitySettings() {}
}
