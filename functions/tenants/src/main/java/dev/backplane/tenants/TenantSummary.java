package dev.backplane.tenants;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tenant as lists show it.
 *
 * @param version the version of the tenant's stack; empty while the tenant has no queue
 */
public record TenantSummary(
        TenantId id,
        TenantState state,
        Optional<String> name,
        Optional<String> tier,
        Optional<StackVersion> version,
        int generation,
        Instant created,
        Instant updated) {

    /**
     * A row of the index.
     *
     * @param status empty for the metadata row
     */
    public record Entry(
            Optional<StackVersion> version,
            Optional<Status> status,
            int generation,
            Optional<Instant> created,
            Instant updated) {}

    /** Combines the rows of a tenant without a profile; at least one must be present. */
    public static TenantSummary of(
            TenantId id, Optional<Entry> metadata, Optional<Entry> creation, Optional<Entry> removal) {
        int generation = Stream.of(metadata, creation)
                .flatMap(Optional::stream)
                .map(Entry::generation)
                .max(Integer::compare)
                .or(() -> removal.map(Entry::generation))
                .orElse(Tenant.FIRST_GENERATION);
        Optional<Entry> deletion = removal.filter(row -> row.generation() >= generation);
        Entry shown =
                metadata.or(() -> deletion).or(() -> creation).or(() -> removal).orElseThrow();
        return new TenantSummary(
                id,
                TenantState.of(metadata.isPresent(), creation.flatMap(Entry::status), deletion.flatMap(Entry::status)),
                Optional.empty(),
                Optional.empty(),
                metadata.flatMap(Entry::version),
                generation,
                shown.created().orElse(shown.updated()),
                shown.updated());
    }
}
