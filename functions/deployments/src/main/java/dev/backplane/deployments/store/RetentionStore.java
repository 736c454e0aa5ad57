package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Expiration;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The retention policies of projects, and the deployments that they do not keep. */
public final class RetentionStore {

    /** The number of deployments that are read at once; their rows can be large. */
    private static final int PAGE = 25;

    private final Dynamo dynamo;
    private final DeploymentsSettings settings;
    private final String table;
    private final Clock clock;

    RetentionStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.table = settings.projectTable();
        this.clock = clock;
    }

    public void putRetention(Retention policy) {
        dynamo.put(table, RetentionRows.toItem(policy));
    }

    public Optional<Retention> getRetention(ProjectName project) {
        return dynamo.get(table, RetentionRows.key(project)).map(RetentionRows::toRetention);
    }

    /** Deletes a policy; returns whether there was one. */
    public boolean deleteRetention(ProjectName project) {
        return dynamo.delete(table, RetentionRows.key(project), Condition.exists(PK)) instanceof Write.Applied;
    }

    /** Returns all policies; a damaged one is logged and left out. */
    public List<Retention> listRetentions() {
        List<Retention> policies = new ArrayList<>();
        dynamo.forEach(
                ItemQuery.of(table, equal(PK, Values.text(RetentionRows.PARTITION)))
                        .consistent(true),
                item -> item.read(RetentionRows::toRetention).ifPresent(policies::add));
        return policies;
    }

    /**
     * Some of the deployments that a policy does not keep, newest first.
     *
     * @param held deployments that only aliases keep
     * @param next where the following ones begin; empty if there are none
     */
    record Expirations(List<Expiration> items, List<DeploymentId> held, Optional<DeploymentPosition> next) {}

    /**
     * Reads one page of a project, and returns the deployments of it that the policy does not keep, possibly none.
     *
     * @param after where the page begins; if empty, after the deployments that the policy keeps
     */
    Expirations listExpirations(Retention policy, Optional<DeploymentPosition> after) {
        Instant now = clock.instant();
        Optional<String> start = after.map(DeploymentPosition::toString);
        if (after.isEmpty() && policy.keepLast().isPresent()) {
            start = lastKept(policy.project(), policy.keepLast().get());
            if (start.isEmpty()) {
                return new Expirations(List.of(), List.of(), Optional.empty());
            }
        }
        Optional<String> below = Stream.of(start, policy.keptSince(now).map(RetentionStore::above))
                .flatMap(Optional::stream)
                .min(String::compareTo);
        Rows page = dynamo.query(newestFirst(policy.project(), below).limit(PAGE));
        List<DeploymentSummary> candidates = page.items().stream()
                .flatMap(row -> row.read(entry -> ProjectRows.toSummary(policy.project(), entry)).stream())
                .filter(entry -> !entry.status().isDestroying())
                .toList();
        List<Deployment> rows = read(candidates);
        return new Expirations(
                rows.stream()
                        .flatMap(row -> Expiration.of(row, now.minus(settings.skewProtection())).stream())
                        .toList(),
                rows.stream()
                        .filter(row -> row.aliasCount() > 0)
                        .map(Deployment::id)
                        .toList(),
                page.last().map(key -> DeploymentPosition.parse(new Item(key).text(SK))));
    }

    /** Returns the position of the last of the newest deployments, without those that are being destroyed. */
    private Optional<String> lastKept(ProjectName project, int count) {
        int left = count;
        int limit = count;
        Optional<String> below = Optional.empty();
        do {
            Rows rows = dynamo.query(newestFirst(project, below).limit(limit));
            for (Item row : rows.items()) {
                // A damaged entry does not count, so that rather more are kept.
                boolean counts = row.read(DeploymentRows::status)
                        .filter(status -> !status.isDestroying())
                        .isPresent();
                left -= counts ? 1 : 0;
                if (left == 0) {
                    return row.findText(SK);
                }
            }
            // Not one by one, if many in a row are being destroyed.
            limit = Math.max(left, PAGE);
            below = rows.last().map(key -> new Item(key).text(SK));
        } while (below.isPresent());
        return Optional.empty();
    }

    private ItemQuery newestFirst(ProjectName project, Optional<String> below) {
        Condition entries = equal(PK, Values.text(ProjectRows.partition(project)));
        return ItemQuery.of(
                        table,
                        below.map(position -> entries.and(Condition.less(SK, Values.text(position))))
                                .orElse(entries))
                .descending()
                .consistent(true);
    }

    /** Returns a text that sorts right after all positions of a time. */
    private static String above(Instant time) {
        return Times.format(time) + "#E";
    }

    private List<Deployment> read(List<DeploymentSummary> entries) {
        Map<DeploymentId, Deployment> rows = dynamo
                .getAll(
                        settings.deploymentTable(),
                        entries.stream()
                                .map(entry -> new DeploymentKey(entry.id()).attributes())
                                // An entry that was left behind, or written by hand, may name a deployment twice.
                                .distinct()
                                .toList())
                .stream()
                .flatMap(row -> row.read(DeploymentRows::toDeployment).stream())
                .collect(Collectors.toMap(Deployment::id, row -> row));
        return entries.stream()
                .flatMap(
                        entry -> Optional.ofNullable(rows.get(entry.id()))
                                .filter(row -> row.createdAt().equals(entry.createdAt()))
                                .stream())
                .toList();
    }
}
