package dev.backplane.tenants;

/**
 * A run for one tenant. Its name follows from what it is for, so that it is started once however many ask for it.
 *
 * @param kind not an upgrade of all tenants
 */
public record Run(Kind kind, TenantId tenant, int generation, int attempt, StackVersion version) {

    /** Returns the name of the execution. */
    public String name() {
        String life = tenant + "-g" + generation;
        return switch (kind) {
            case CREATE -> life + "-v" + version.dashed() + "-a" + attempt;
            case UPDATE -> life + "-v" + version.dashed() + "-u" + attempt;
            case DELETE -> life + "-d" + attempt;
            case UPGRADE -> throw new IllegalStateException("an upgrade is not for one tenant");
        };
    }

    /**
     * Returns the run to start after one of the same kind whose name is taken; the later attempt of the two wins.
     *
     * @param skip how many attempts later than the one that is taken
     */
    public Run after(Run taken, int skip) {
        boolean same = taken.generation == generation && taken.version.equals(version);
        return same && taken.attempt >= attempt
                ? new Run(kind, tenant, generation, taken.attempt + skip, version)
                : this;
    }
}
