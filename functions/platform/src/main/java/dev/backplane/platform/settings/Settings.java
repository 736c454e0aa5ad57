package dev.backplane.platform.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The environment of a function. No other class reads environment variables. */
public final class Settings {

    private final Map<String, String> values;

    private Settings(Map<String, String> values) {
        this.values = values;
    }

    /** Reads the environment of this process. */
    public static Settings fromEnvironment() {
        return new Settings(System.getenv());
    }

    /** Returns settings with the given values. */
    public static Settings of(Map<String, String> values) {
        return new Settings(Map.copyOf(values));
    }

    /** Returns these settings with one more. */
    public Settings with(String name, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(name, value);
        return new Settings(more);
    }

    /** Returns a setting, if it has a value. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
    }

    /** Returns a required setting. */
    public String require(String name) {
        return read(reader -> reader.text(name));
    }

    /**
     * Builds a settings record.
     *
     * @throws MissingSettingsException listing all missing settings, not only the first
     */
    public <T> T read(Function<Reader, T> mapping) {
        Reader reader = new Reader();
        try {
            return mapping.apply(reader);
        } finally {
            // A conversion that fails on the empty text of a missing setting must not hide which settings are missing.
            reader.verify();
        }
    }

    /** Collects missing settings while a settings record is built. */
    public final class Reader {

        private final List<String> missing = new ArrayList<>();

        private Reader() {}

        /**
         * Returns a required setting, or an empty text if it is missing; the caller of {@code build} never gets that
         * text.
         */
        public String text(String name) {
            return find(name).orElseGet(() -> {
                missing.add(name);
                return "";
            });
        }

        private void verify() {
            if (!missing.isEmpty()) {
                throw new MissingSettingsException(missing);
            }
        }
    }
}
