package dev.backplane.tenants;

/**
 * A run for all tenants.
 *
 * @param maxConcurrency how many tenants are updated at a time
 * @param toleratedFailurePercentage how many of all tenants that it tries may fail before it stops
 */
public record Upgrade(StackVersion version, int attempt, int maxConcurrency, int toleratedFailurePercentage) {

    /** Returns the name of the execution. */
    public String name() {
        return "upgrade-v" + version.dashed() + "-a" + attempt;
    }

    /** Returns how many tenants may fail, of so many that are to be upgraded. */
    public int toleratedFailures(int tenants) {
        return (int) ((long) tenants * toleratedFailurePercentage / 100);
    }

    /** Returns the same upgrade as a later attempt, unless it is as late already. */
    public Upgrade atLeast(int later) {
        return new Upgrade(version, Math.max(attempt, later), maxConcurrency, toleratedFailurePercentage);
    }
}
