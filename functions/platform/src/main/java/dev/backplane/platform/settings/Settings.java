package dev.backplane.platform.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The environment of a function, and the only place that reads it. */
public final class Settings {

    private final Map<String, String> values;

    private Settings(Map<String, String> values) {
        this.values = values;
    }

    /** Reads this process's environment. */
    public static Settings fromEnvironment() {
        return new Settings(System.getenv());
    }

    /** Takes the given values in place of the environment. */
    public static Settings of(Map<String, String> values) {
        return new Settings(Map.copyOf(values));
    }

    /** Returns the same settings and one more. */
    public Settings with(String name, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(name, value);
        return new Settings(more);
    }

    /** Returns one setting, if it has a value. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
    }

    /** Returns one setting that must be there. */
    public String require(String name) {
        return read(reader -> reader.text(name));
    }

    /**
     * Builds a settings record.
     *
     * @throws MissingSettingsException naming all that is missing, not just the first
     */
    public <T> T read(Function<Reader, T> mapping) {
        Reader reader = new Reader();
        try {
            return mapping.apply(reader);
        } finally {
            // A conversion that fails on the stand-in for a missing value must not hide what is missing.
            reader.verify();
        }
    }

    /** Notes what is missing while a settings record is built. */
    public final class Reader {

        private final List<String> missing = new ArrayList<>();

        private Reader() {}

        /** Returns a required setting; an empty text stands in for a missing one, and is never seen outside. */
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
