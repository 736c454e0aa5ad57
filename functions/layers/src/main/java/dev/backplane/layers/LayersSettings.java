package dev.backplane.layers;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;

/**
 * The settings that the service's functions read.
 *
 * @param expiry how long a layer is kept once a newer one took its place
 */
public record LayersSettings(String table, Duration expiry) {

    public static final String LAYER_TABLE = "LAYER_TABLE";
    public static final String LAYER_EXPIRY_DAYS = "LAYER_EXPIRY_DAYS";
    public static final int DEFAULT_EXPIRY_DAYS = 60;

    /** Names the source under which the table's stream is forwarded to the bus. */
    public static final String STREAM_SOURCE = "STREAM_SOURCE";

    /** The one source, for the function's environment and for the rule that waits for its events. */
    public static final String STREAM_SOURCE_VALUE = "backplane.layers.stream";

    /** Names how often the queue of deletions delivers a message before that becomes a dead letter. */
    public static final String MAX_RECEIVES = "MAX_RECEIVES";

    /** Names the account whose layers are registered, which is the stage's own. */
    public static final String ACCOUNT_ID = "ACCOUNT_ID";

    private static final int MAX_EXPIRY_DAYS = 1825;

    public static LayersSettings from(Settings settings) {
        return settings.read(reader -> new LayersSettings(
                reader.text(LAYER_TABLE),
                settings.find(LAYER_EXPIRY_DAYS)
                        .map(LayersSettings::days)
                        .orElse(Duration.ofDays(DEFAULT_EXPIRY_DAYS))));
    }

    /** Returns how often the queue of deletions delivers a message at most. */
    public static int maxReceives(Settings settings) {
        return Integer.parseInt(settings.require(MAX_RECEIVES));
    }

    // DynamoDB takes a time of more than five years ago for a mistake and never expires such a row.
    private static Duration days(String text) {
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MAX_EXPIRY_DAYS) {
            throw new IllegalArgumentException(
                    LAYER_EXPIRY_DAYS + " must be a whole number from 1 to " + MAX_EXPIRY_DAYS + " and is " + text);
        }
        return Duration.ofDays(Integer.parseInt(text));
    }
}
