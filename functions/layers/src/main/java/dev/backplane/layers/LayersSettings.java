package dev.backplane.layers;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;

/**
 * The settings of the service's functions.
 *
 * @param expiry the time until a deprecated layer is deleted
 * @param keepLatest the number of newest versions of a layer that do not expire, at least the latest
 */
public record LayersSettings(String table, Duration expiry, int keepLatest) {

    public static final String LAYER_TABLE = "LAYER_TABLE";
    public static final String LAYER_EXPIRY_DAYS = "LAYER_EXPIRY_DAYS";
    public static final int DEFAULT_EXPIRY_DAYS = 60;
    public static final String LAYER_KEEP_LATEST = "LAYER_KEEP_LATEST";

    /** The largest number of newest versions that are kept; a registration may have to change as many rows. */
    public static final int MAX_KEEP_LATEST = 50;

    /** The source of the events that forward the table's stream to the bus. */
    public static final String STREAM_SOURCE = "STREAM_SOURCE";

    /** The value of {@link #STREAM_SOURCE}, which the rule for these events matches. */
    public static final String STREAM_SOURCE_VALUE = "backplane.layers.stream";

    /** The number of times that the deletion queue delivers a message before it becomes a dead letter. */
    public static final String MAX_RECEIVES = "MAX_RECEIVES";

    /** The account of the stage, whose layers are registered. */
    public static final String ACCOUNT_ID = "ACCOUNT_ID";

    /** {@code off} if the stage does not ask Lambda which functions use layers. */
    public static final String LAYER_USAGE = "LAYER_USAGE";

    // DynamoDB does not delete items whose expiry is more than five years in the past.
    private static final int MAX_EXPIRY_DAYS = 1825;

    public static LayersSettings from(Settings settings) {
        return settings.read(reader -> new LayersSettings(
                reader.text(LAYER_TABLE),
                settings.find(LAYER_EXPIRY_DAYS)
                        .map(text -> Duration.ofDays(number(LAYER_EXPIRY_DAYS, text, MAX_EXPIRY_DAYS)))
                        .orElse(Duration.ofDays(DEFAULT_EXPIRY_DAYS)),
                settings.find(LAYER_KEEP_LATEST)
                        .map(text -> number(LAYER_KEEP_LATEST, text, MAX_KEEP_LATEST))
                        .orElse(1)));
    }

    public static int maxReceives(Settings settings) {
        return Integer.parseInt(settings.require(MAX_RECEIVES));
    }

    /** Returns whether the stage asks Lambda which functions use layers. */
    public static boolean checksUsage(Settings settings) {
        return settings.find(LAYER_USAGE).filter("off"::equals).isEmpty();
    }

    private static int number(String name, String text, int most) {
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(name + " must be a whole number from 1 to " + most + ", but is " + text);
        }
        return Integer.parseInt(text);
    }
}
