package dev.backplane.deployments;

import dev.backplane.platform.settings.Settings;

/** The settings of the service's functions. */
public record DeploymentsSettings(String deploymentTable, String aliasTable) {

    /** The name of the service, in log lines, metrics and events. */
    public static final String SERVICE = "deployments";

    public static final String DEPLOYMENT_TABLE = "DEPLOYMENT_TABLE";
    public static final String ALIAS_TABLE = "ALIAS_TABLE";

    public static DeploymentsSettings from(Settings settings) {
        return settings.read(
                reader -> new DeploymentsSettings(reader.text(DEPLOYMENT_TABLE), reader.text(ALIAS_TABLE)));
    }
}
