package dev.backplane.layers;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;

/**
 * The settings of the service's functions.
 *
 * @param expiry the time until a deprecated layer is deleted
 */
public record LayersSettings(String table, Duration expiry) {

    public static final String LAYER_TABLE = "LAYER_TABLE";
    public static final String LAYER_EXPIRY_DAYS = "LAYER_EXPIRY_DAYS";
    public static final int DEFAULT_EXPIRY_DAYS = 60;

    /** The source of the events that forward the table's stream to the bus. */
    public static final String STREAM_SOURCE = "STREAM_SOURCE";

    /** The value of {@link #STREAM_SOURCE}, which the rule for these events matches. */
    public static final String STREAM_SOURCE_VALUE = "backplane.layers.stream";

    /** The number of times that the deletion queue delivers a message before it becomes a dead letter. */
    public static final String MAX_RECEIVES = "MAX_RECEIVES";

    /** The account of the stage, whose layers are registered. */
    public static final String ACCOUNT_ID = "ACCOUNT_ID";

    /** The first part of the names of the SSM parameters; without it there are none. */
    public static final String LAYER_PARAMETER_PREFIX = "LAYER_PARAMETER_PREFIX";

    private static final int MAX_EXPIRY_DAYS = 1825;

    public static LayersSettings from(Settings settings) {
        return settings.read(reader -> new LayersSettings(
                reader.text(LAYER_TABLE),
                settings.find(LAYER_EXPIRY_DAYS)
                        .map(LayersSettings::days)
                        .orElse(Duration.ofDays(DEFAULT_EXPIRY_DAYS))));
    }

    public static int maxReceives(Settings settings) {
        return Integer.parseInt(settings.require(MAX_RECEIVES));
    }

    // DynamoDB does not delete items whose expiry is more than five years in the past.
    private static Duration days(String text) {
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MAX_EXPIRY_DAYS) {
            throw new IllegalArgumentException(
                    LAYER_EXPIRY_DAYS + " must be a whole number from 1 to " + MAX_EXPIRY_DAYS + ", but is " + text);
        }
        return Duration.ofDays(Integer.parseInt(text));
    }
}
