package dev.backplane.cli.output;

/** The form in which a response is printed. */
public enum Format {
    TABLE,
    JSON,
    YAML,
    CSV
}
