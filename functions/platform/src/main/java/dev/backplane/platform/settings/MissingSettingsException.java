package dev.backplane.platform.settings;

import java.util.List;

/** Lists all missing settings of a function. */
public final class MissingSettingsException extends RuntimeException {

    private final List<String> names;

    MissingSettingsException(List<String> names) {
        super("missing settings: " + String.join(", ", names));
        this.names = List.copyOf(names);
    }

    public List<String> names() {
        return names;
    }
}
