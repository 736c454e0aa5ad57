package dev.backplane.platform.rehearsal;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.util.List;

/**
 * Settings with a placeholder for every name that a function requires. Packages are trained before deployment, when
 * tables and state machines have no names yet.
 */
public final class PlaceholderSettings {

    private Settings settings;

    /** Work that reads settings. */
    public interface Work<T> {
        T apply(Settings settings) throws IOException;
    }

    public PlaceholderSettings(Settings known) {
        this.settings = known;
    }

    /** Runs the work, and runs it again with a placeholder for each setting that was missing. */
    public <T> T with(Work<T> work) throws IOException {
        while (true) {
            try {
                return work.apply(settings);
            } catch (IllegalStateException | MissingSettingsException e) {
                for (String name : missing(e)) {
                    settings = settings.with(name, value(name));
                }
            }
        }
    }

    // A handler that cannot be created has the missing settings as its cause.
    private static List<String> missing(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MissingSettingsException missing) {
                return missing.names();
            }
        }
        throw failure;
    }

    // Table names must differ, because responses are matched by them; numbers and versions must be valid.
    private static String value(String name) {
        if (name.startsWith("MAX_")) {
            return "5";
        }
        if (name.equals("ACCOUNT_ID")) {
            return "000000000000";
        }
        return name.endsWith("_VERSION") ? "1.0.0" : "a-" + name;
    }
}
