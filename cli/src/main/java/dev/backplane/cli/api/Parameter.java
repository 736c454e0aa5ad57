package dev.backplane.cli.api;

import java.util.Locale;

/**
 * An argument or option of a command.
 *
 * @param name the name on the command line, such as {@code expected-deployment}
 * @param member the name in the API
 */
public record Parameter(
        String name, String member, Placement placement, boolean positional, boolean required, String help) {

    /**
     * Creates a parameter.
     *
     * @param names the name in the API, or {@code name=member} if the command line has another one
     */
    static Parameter of(String names, Placement placement, boolean positional, boolean required, String help) {
        int equals = names.indexOf('=');
        String member = names.substring(equals + 1);
        String name = equals < 0 ? kebab(member) : names.substring(0, equals);
        return new Parameter(name, member, placement, positional, required, help);
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Returns the text that stands for the value in a help text. */
    public String label() {
        return positional
                ? name.toUpperCase(Locale.ROOT)
                : placement.name().replace("QUERY", "TEXT").replace("HEADER", "TEXT");
    }
}
