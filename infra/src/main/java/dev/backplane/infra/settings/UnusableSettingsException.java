package dev.backplane.infra.settings;

/** Says what an operator has to correct in the CDK context. */
public final class UnusableSettingsException extends RuntimeException {

    public UnusableSettingsException(String message) {
        super(message);
    }
}
