package dev.backplane.deployments;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;

/**
 * The settings of the service's functions.
 *
 * @param skewProtection how long a deployment remains available to pages that it delivered, after it lost its alias
 */
public record DeploymentsSettings(
        String deploymentTable, String aliasTable, String projectTable, Duration skewProtection) {

    /** The name of the service, in log lines, metrics and events. */
    public static final String SERVICE = "deployments";

    public static final String DEPLOYMENT_TABLE = "DEPLOYMENT_TABLE";
    public static final String ALIAS_TABLE = "ALIAS_TABLE";
    public static final String PROJECT_TABLE = "PROJECT_TABLE";
    public static final String SKEW_PROTECTION_HOURS = "SKEW_PROTECTION_HOURS";

    public static final int MAX_SKEW_PROTECTION_HOURS = 168;
    public static final int DEFAULT_SKEW_PROTECTION_HOURS = 24;

    public static DeploymentsSettings from(Settings settings) {
        return settings.read(reader -> new DeploymentsSettings(
                reader.text(DEPLOYMENT_TABLE),
                reader.text(ALIAS_TABLE),
                reader.text(PROJECT_TABLE),
                Duration.ofHours(settings.find(SKEW_PROTECTION_HOURS)
                        .map(DeploymentsSettings::hours)
                        .orElse(DEFAULT_SKEW_PROTECTION_HOURS))));
    }

    private static int hours(String text) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > MAX_SKEW_PROTECTION_HOURS) {
            throw new IllegalArgumentException(SKEW_PROTECTION_HOURS + " must be a whole number from 0 to "
                    + MAX_SKEW_PROTECTION_HOURS + ", but is " + text);
        }
        return Integer.parseInt(text);
    }
}
