package dev.backplane.tenants;

/**
 * A run for all tenants.
 *
 * @param maxConcurrency the number of tenants that are updated at the same time
 * @param toleratedFailurePercentage the share of tenants that may fail before the upgrade stops
 */
public record Upgrade(StackVersion version, int attempt, int maxConcurrency, int toleratedFailurePercentage) {

    /** Returns the name of the Step Functions execution. */
    public String name() {
        return "upgrade-v" + version.dashed() + "-a" + attempt;
    }

    /** Returns how many of a number of tenants may fail. */
    public int toleratedFailures(int tenants) {
        return (int) ((long) tenants * toleratedFailurePercentage / 100);
    }

    /** Returns the same upgrade with at least a given attempt number. */
    public Upgrade atLeast(int later) {
        return new Upgrade(version, Math.max(attempt, later), maxConcurrency, toleratedFailurePercentage);
    }
}
