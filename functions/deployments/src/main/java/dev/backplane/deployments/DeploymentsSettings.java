package dev.backplane.deployments;

import dev.backplane.platform.settings.Settings;

/** The settings that the service's functions read. */
public record DeploymentsSettings(String deploymentTable, String aliasTable) {

    public static final String DEPLOYMENT_TABLE = "DEPLOYMENT_TABLE";
    public static final String ALIAS_TABLE = "ALIAS_TABLE";

    public static DeploymentsSettings from(Settings settings) {
        return settings.read(
                reader -> new DeploymentsSettings(reader.text(DEPLOYMENT_TABLE), reader.text(ALIAS_TABLE)));
    }
}
