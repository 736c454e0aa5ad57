package dev.backplane.infra.settings;

/** Invalid settings in the CDK context. */
public final class InvalidSettingsException extends RuntimeException {

    public InvalidSettingsException(String message) {
        super(message);
    }
}
