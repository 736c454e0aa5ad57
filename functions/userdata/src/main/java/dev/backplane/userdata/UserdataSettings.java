package dev.backplane.userdata;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;

/**
 * The settings that the service's functions read.
 *
 * @param objectBucket the bucket of large blobs and exports
 * @param maxQuotaBytes the largest quota that an app may have
 * @param changesRetention how long feeds of changes remember deletions, and cursors stay valid
 * @param uploadTime how long the bytes of an upload are reserved, and its address can be used
 */
public record UserdataSettings(
        String calculatedBehavior,
        String apps,
        String appDataJson,
        String appDataBlob,
        String appUsage,
        String appChanges,
        String dataJobs,
        String objectBucket,
        long maxQuotaBytes,
        Duration changesRetention,
        Duration uploadTime) {

    /** The name of the service in log lines and events. */
    public static final String SERVICE = "userdata";

    public static final String CALCULATED_BEHAVIOR_TABLE = "CALCULATED_BEHAVIOR_TABLE";
    public static final String APPS_TABLE = "APPS_TABLE";
    public static final String APP_DATA_JSON_TABLE = "APP_DATA_JSON_TABLE";
    public static final String APP_DATA_BLOB_TABLE = "APP_DATA_BLOB_TABLE";
    public static final String APP_USAGE_TABLE = "APP_USAGE_TABLE";
    public static final String APP_CHANGES_TABLE = "APP_CHANGES_TABLE";
    public static final String DATA_JOBS_TABLE = "DATA_JOBS_TABLE";
    public static final String OBJECT_BUCKET = "OBJECT_BUCKET";
    public static final String MAX_QUOTA_BYTES = "MAX_QUOTA_BYTES";
    public static final long DEFAULT_MAX_QUOTA_BYTES = 1L << 30;
    public static final String CHANGES_RETENTION_SECONDS = "CHANGES_RETENTION_SECONDS";
    public static final Duration DEFAULT_CHANGES_RETENTION = Duration.ofDays(90);
    public static final String UPLOAD_SECONDS = "UPLOAD_SECONDS";
    public static final Duration DEFAULT_UPLOAD_TIME = Duration.ofHours(1);

    /** The credentials of a function, with which an address is signed, are valid for some hours. */
    public static final int MAX_UPLOAD_SECONDS = 3600;

    /** Whether users may erase their own data; {@code true} or absent. */
    public static final String SELF_ERASURE = "SELF_ERASURE";

    /** The state machine of removals. */
    public static final String REMOVAL_MACHINE = "REMOVAL_MACHINE";

    /** The state machine of exports. */
    public static final String EXPORT_MACHINE = "EXPORT_MACHINE";

    public static UserdataSettings from(Settings settings) {
        return settings.read(reader -> new UserdataSettings(
                reader.text(CALCULATED_BEHAVIOR_TABLE),
                reader.text(APPS_TABLE),
                reader.text(APP_DATA_JSON_TABLE),
                reader.text(APP_DATA_BLOB_TABLE),
                reader.text(APP_USAGE_TABLE),
                reader.text(APP_CHANGES_TABLE),
                reader.text(DATA_JOBS_TABLE),
                reader.text(OBJECT_BUCKET),
                settings.find(MAX_QUOTA_BYTES).map(UserdataSettings::bytes).orElse(DEFAULT_MAX_QUOTA_BYTES),
                settings.find(CHANGES_RETENTION_SECONDS)
                        .map(UserdataSettings::seconds)
                        .orElse(DEFAULT_CHANGES_RETENTION),
                settings.find(UPLOAD_SECONDS).map(UserdataSettings::uploadTime).orElse(DEFAULT_UPLOAD_TIME)));
    }

    private static Duration seconds(String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(
                    CHANGES_RETENTION_SECONDS + " must be a whole number from 1 to 999999999, but is " + text);
        }
        return Duration.ofSeconds(Long.parseLong(text));
    }

    private static Duration uploadTime(String text) {
        if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > MAX_UPLOAD_SECONDS) {
            throw new IllegalArgumentException(
                    UPLOAD_SECONDS + " must be a whole number from 1 to " + MAX_UPLOAD_SECONDS + ", but is " + text);
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private static long bytes(String text) {
        if (!text.matches("[1-9][0-9]{0,14}")) {
            throw new IllegalArgumentException(
                    MAX_QUOTA_BYTES + " must be a whole number from 1 to 999999999999999, but is " + text);
        }
        return Long.parseLong(text);
    }
}
