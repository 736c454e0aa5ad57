package dev.backplane.infra.settings;

import dev.backplane.pool.PoolSettings;
import java.util.Optional;
import java.util.regex.Pattern;

/** The account pool settings of a stage; empty values use the service's defaults. */
public record PoolOptions(
        Optional<Integer> maxAccounts,
        Optional<Integer> leaseMinutes,
        Optional<Integer> lowThreshold,
        Optional<String> selfRegistration,
        Optional<Integer> cleanupTries,
        Optional<Integer> cleanupMinutes,
        Optional<String> leaseWarningMinutes,
        Optional<Integer> listShards,
        CleaningOptions cleaning,
        Optional<AccessOptions> access) {

    private static final Pattern FLAG = Pattern.compile("true|false");
    private static final Pattern WARNING_MINUTES = Pattern.compile(PoolSettings.WARNING_MINUTES_FORM);

    static PoolOptions read(ContextReader reader) {
        CleaningOptions cleaning = CleaningOptions.read(reader);
        Optional<Integer> tries = reader.within("cleanupTries", 1, 100);
        cleaning.check(reader, tries);
        return new PoolOptions(
                reader.within("poolMaxAccounts", 1, 10_000),
                reader.within("leaseDefaultMinutes", 5, 43_200),
                reader.within("poolLowThreshold", 0, 10_000),
                reader.text("poolSelfRegistration", FLAG),
                tries,
                reader.within("cleanupTypicalMinutes", 1, PoolSettings.MAX_CLEANUP_MINUTES),
                reader.text("leaseWarningMinutes", WARNING_MINUTES),
                reader.within("poolListShards", 1, PoolSettings.MAX_LIST_SHARDS),
                cleaning,
                AccessOptions.read(reader));
    }
}
