package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasVersion;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.platform.dynamo.Item;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What must hold of both tables whatever happened before. */
final class Invariants {

    private Invariants() {}

    static void check(List<Item> aliasRows, List<Item> deploymentRows) {
        Map<AliasId, Alias> aliases = in(aliasRows, AliasKey.ROUTES).stream()
                .map(AliasRows::toAlias)
                .collect(Collectors.toMap(Alias::id, Function.identity()));
        checkConfigurations(aliasRows, aliases);
        checkHistory(aliasRows, aliases);
        checkCounts(deploymentRows, aliases);
    }

    private static List<Item> in(List<Item> rows, String partition) {
        return rows.stream().filter(row -> row.text("PK").equals(partition)).toList();
    }

    /** Each alias and each split has exactly one configuration, which belongs to it. */
    private static void checkConfigurations(List<Item> rows, Map<AliasId, Alias> aliases) {
        assertThat(versions(rows, AliasKey.CONFIG))
                .containsExactlyInAnyOrderElementsOf(
                        aliases.values().stream().map(Alias::version).toList());
        assertThat(versions(rows, AliasKey.SPLIT))
                .containsExactlyInAnyOrderElementsOf(aliases.values().stream()
                        .flatMap(alias -> alias.split().map(alias::version).stream())
                        .toList());
    }

    private static List<AliasVersion> versions(List<Item> rows, String partition) {
        return in(rows, partition).stream()
                .map(row -> AliasRows.toConfig(row).version())
                .toList();
    }

    /** The revisions of each alias have no gap, and the last one is its state. */
    private static void checkHistory(List<Item> rows, Map<AliasId, Alias> aliases) {
        Map<AliasId, List<HistoryEntry>> histories = rows.stream()
                .filter(row -> row.text("PK").startsWith(AliasKey.HISTORY_PREFIX))
                .map(AliasHistory::toEntry)
                .sorted(Comparator.comparingLong(HistoryEntry::revision))
                .collect(Collectors.groupingBy(HistoryEntry::alias));
        assertThat(histories.keySet()).containsAll(aliases.keySet());
        histories.forEach((id, entries) -> {
            Optional<DeploymentId> at = Optional.empty();
            long revision = 0;
            for (HistoryEntry entry : entries) {
                assertThat(entry.revision()).as("revision of " + id).isEqualTo(++revision);
                assertThat(entry.previous()).as(id + " before " + revision).isEqualTo(at);
                at = entry.deployment();
            }
            Optional<Alias> alias = Optional.ofNullable(aliases.get(id));
            HistoryEntry last = entries.getLast();
            assertThat(at).as("last deployment of " + id).isEqualTo(alias.map(Alias::deployment));
            alias.ifPresent(found -> {
                assertThat(found.revision()).isEqualTo(last.revision());
                assertThat(found.back()).isEqualTo(last.back());
                assertThat(found.split().map(ActiveSplit::values)).isEqualTo(last.split());
            });
        });
    }

    /** Each deployment that an alias or a split points to exists, and counts it. */
    private static void checkCounts(List<Item> rows, Map<AliasId, Alias> aliases) {
        Map<DeploymentId, Long> expected = new HashMap<>();
        aliases.values().forEach(alias -> alias.counted().forEach(id -> expected.merge(id, 1L, Long::sum)));
        List<Item> deployments = in(rows, DeploymentKey.PARTITION);
        assertThat(deployments).extracting(row -> row.text("DeploymentId")).doesNotHaveDuplicates();
        assertThat(deployments)
                .extracting(row -> row.text("DeploymentId"))
                .containsAll(aliases.values().stream()
                        .map(alias -> alias.deployment().value())
                        .toList())
                .containsAll(expected.keySet().stream().map(DeploymentId::value).toList());
        for (Item row : deployments) {
            assertThat(row.number("AliasCount"))
                    .as("aliases of " + row.text("DeploymentId"))
                    .isEqualTo(expected.getOrDefault(new DeploymentId(row.text("DeploymentId")), 0L));
        }
    }
}
