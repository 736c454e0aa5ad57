package dev.backplane.pool;

import dev.backplane.platform.settings.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The settings that the service's functions read.
 *
 * @param maxAccounts the maximum number of accounts in the pool
 * @param defaultLease the duration of a lease whose request has none
 * @param lowThreshold the number of available accounts below which the pool is low; 0 for never
 * @param selfRegistration whether a request for a lease registers its user
 * @param cleanupTries the number of failed attempts after which a cleanup is given up
 * @param cleaning whether the stage cleans accounts itself
 * @param typicalCleanup how long a cleanup usually takes
 * @param leadTimes how long before their expiry leases are warned about
 * @param listShards the number of items over which each list is spread, except the list of all accounts
 */
public record PoolSettings(
        String table,
        int maxAccounts,
        Duration defaultLease,
        int lowThreshold,
        boolean selfRegistration,
        int cleanupTries,
        boolean cleaning,
        Duration typicalCleanup,
        LeadTimes leadTimes,
        int listShards) {

    /** The name of the service. */
    public static final String SERVICE = "pool";

    public static final String POOL_TABLE = "POOL_TABLE";
    public static final String POOL_MAX_ACCOUNTS = "POOL_MAX_ACCOUNTS";
    public static final String LEASE_DEFAULT_MINUTES = "LEASE_DEFAULT_MINUTES";
    public static final String POOL_LOW_THRESHOLD = "POOL_LOW_THRESHOLD";
    public static final String POOL_SELF_REGISTRATION = "POOL_SELF_REGISTRATION";
    public static final String CLEANUP_TRIES = "CLEANUP_TRIES";
    public static final String POOL_CLEANING = "POOL_CLEANING";
    public static final String CLEANUP_MACHINE = "CLEANUP_MACHINE";
    public static final String CLEANUP_PROJECT = "CLEANUP_PROJECT";
    public static final String CLEANUP_TYPICAL_MINUTES = "CLEANUP_TYPICAL_MINUTES";
    public static final String LEASE_WARNING_MINUTES = "LEASE_WARNING_MINUTES";
    public static final String POOL_LIST_SHARDS = "POOL_LIST_SHARDS";

    /** With every account leased, the list of leases, 37 bytes each, is still below the 400 KB that an item can hold. */
    public static final int HARD_MAX_ACCOUNTS = 10_000;

    /** All shards of one list can be read in one call. */
    public static final int MAX_LIST_SHARDS = 100;

    public static final int DEFAULT_MAX_ACCOUNTS = 1000;
    public static final int DEFAULT_LEASE_MINUTES = 480;
    public static final int DEFAULT_LOW_THRESHOLD = 5;
    public static final int DEFAULT_CLEANUP_TRIES = 3;
    public static final int DEFAULT_CLEANUP_MINUTES = 5;
    public static final int MAX_CLEANUP_MINUTES = 1440;

    /** The largest number of attempts of a stage that cleans accounts itself; its state machine has the same limit. */
    public static final int MAX_AUTOMATIC_TRIES = 3;

    /** A day and an hour. */
    public static final String DEFAULT_WARNING_MINUTES = "1440,60";

    /** The value for no warnings. */
    private static final String NO_WARNINGS = "none";

    /** Up to five lead times, separated by commas. */
    public static final String WARNING_MINUTES_FORM = NO_WARNINGS + "|[1-9][0-9]{0,4}(,[1-9][0-9]{0,4}){0,4}";

    public static PoolSettings from(Settings settings) {
        return settings.read(reader -> new PoolSettings(
                reader.text(POOL_TABLE),
                number(settings, POOL_MAX_ACCOUNTS, 1, HARD_MAX_ACCOUNTS, DEFAULT_MAX_ACCOUNTS),
                Duration.ofMinutes(number(
                        settings,
                        LEASE_DEFAULT_MINUTES,
                        (int) Lease.SHORTEST.toMinutes(),
                        (int) Lease.LONGEST.toMinutes(),
                        DEFAULT_LEASE_MINUTES)),
                lowThreshold(settings),
                flag(settings, POOL_SELF_REGISTRATION, true),
                number(settings, CLEANUP_TRIES, 1, 100, DEFAULT_CLEANUP_TRIES),
                flag(settings, POOL_CLEANING, false),
                Duration.ofMinutes(
                        number(settings, CLEANUP_TYPICAL_MINUTES, 1, MAX_CLEANUP_MINUTES, DEFAULT_CLEANUP_MINUTES)),
                leadTimes(settings),
                number(settings, POOL_LIST_SHARDS, 1, MAX_LIST_SHARDS, 1)));
    }

    /** Returns the setting of functions that read no table. */
    public static int lowThreshold(Settings settings) {
        return number(settings, POOL_LOW_THRESHOLD, 0, HARD_MAX_ACCOUNTS, DEFAULT_LOW_THRESHOLD);
    }

    private static LeadTimes leadTimes(Settings settings) {
        String text = settings.find(LEASE_WARNING_MINUTES).orElse(DEFAULT_WARNING_MINUTES);
        if (!text.matches(WARNING_MINUTES_FORM)) {
            throw new IllegalArgumentException(
                    LEASE_WARNING_MINUTES + " must be one to five numbers of minutes or none, but is " + text);
        }
        return new LeadTimes(Arrays.stream(text.split(",", -1))
                .filter(minutes -> !minutes.equals(NO_WARNINGS))
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static int number(Settings settings, String name, int minimum, int maximum, int defaultValue) {
        return settings.find(name)
                .map(text -> {
                    if (!text.matches("[0-9]{1,6}")
                            || Integer.parseInt(text) < minimum
                            || Integer.parseInt(text) > maximum) {
                        throw new IllegalArgumentException(name + " must be a whole number from " + minimum + " to "
                                + maximum + ", but is " + text);
                    }
                    return Integer.parseInt(text);
                })
                .orElse(defaultValue);
    }

    private static boolean flag(Settings settings, String name, boolean defaultValue) {
        return settings.find(name)
                .map(text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException(name + " must be true or false, but is " + text);
                })
                .orElse(defaultValue);
    }
}
