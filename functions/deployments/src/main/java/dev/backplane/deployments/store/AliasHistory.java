package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.less;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.Promotion;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The history rows of aliases: one for each revision, in no index. */
public final class AliasHistory {

    /** How long the history of a removed alias is kept. */
    private static final Duration KEPT = Duration.ofDays(90);

    private static final int LIVE_PAGE = 10;
    private static final int LIVE_PAGES = 10;

    private static final String KIND = "Kind";
    private static final String AT = "At";
    private static final String PREVIOUS = "PreviousDeploymentId";
    private static final String ENDED_SPLIT = "EndedSplitDeploymentId";
    private static final String PROMOTION = "PromotionId";

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AliasHistory(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    static Item toItem(HistoryEntry entry) {
        AliasKey key = new AliasKey(entry.alias());
        Item.Builder row = Item.builder()
                .text(PK, key.history())
                .text(SK, AliasKey.sort(entry.revision()))
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(KIND, entry.kind().value())
                .text(AT, Times.format(entry.at()))
                .text(DEPLOYMENT_ID, entry.deployment().map(DeploymentId::value))
                .text(PREVIOUS, entry.previous().map(DeploymentId::value))
                .text(Attributes.ACTOR, entry.actor().map(Actor::text))
                .text(Attributes.REASON, entry.reason())
                .text(ENDED_SPLIT, entry.endedSplit().map(DeploymentId::value))
                .text(PROMOTION, entry.promotion());
        entry.back().ifPresent(revision -> row.number(AliasRows.BACK_REVISION, revision));
        entry.split().ifPresent(split -> AliasRows.split(row, split));
        if (entry.isRemoval()) {
            row.number(Attributes.EXPIRY, entry.at().plus(KEPT).getEpochSecond());
        }
        return row.build();
    }

    /** Reads a history row, also from the image in a stream record. */
    public static HistoryEntry toEntry(Item row) {
        return new HistoryEntry(
                AliasKey.parseHistory(row.text(PK)).id(),
                AliasKey.revision(row.text(SK)),
                ChangeKind.parse(row.text(KIND)),
                Times.parse(row.text(AT)),
                row.findText(DEPLOYMENT_ID).map(DeploymentId::parse),
                row.findText(PREVIOUS).map(DeploymentId::parse),
                row.findActor(Attributes.ACTOR),
                row.findText(Attributes.REASON),
                row.findNumber(AliasRows.BACK_REVISION),
                AliasRows.toSplit(row),
                row.findText(ENDED_SPLIT).map(DeploymentId::parse),
                row.findText(PROMOTION));
    }

    /** Returns one entry. */
    public Optional<HistoryEntry> find(AliasId alias, long revision) {
        return dynamo.getAll(table, List.of(new AliasKey(alias).history(revision))).stream()
                .findFirst()
                .map(AliasHistory::toEntry);
    }

    /** Returns the entries before the moves of a promotion, as far as they exist, by alias. */
    Map<AliasId, HistoryEntry> findBefore(List<Promotion.Move> moves) {
        return dynamo
                .getAll(
                        table,
                        moves.stream()
                                .map(move -> new AliasKey(move.alias()).history(move.revision() - 1))
                                .toList())
                .stream()
                .map(AliasHistory::toEntry)
                .collect(Collectors.toMap(HistoryEntry::alias, entry -> entry));
    }

    /** Returns the last entry, read consistently; also that of a removal that is about to be forgotten. */
    Optional<HistoryEntry> last(AliasId alias) {
        return dynamo
                .query(ItemQuery.of(table, ofAlias(alias)).descending().limit(1).consistent(true))
                .items()
                .stream()
                .findFirst()
                .map(AliasHistory::toEntry);
    }

    /**
     * Lists entries, newest first.
     *
     * @param after the revision of the last entry of the page before
     */
    public Page<HistoryEntry, Long> list(AliasId alias, int limit, Optional<Long> after) {
        List<HistoryEntry> found = dynamo.read(
                ItemQuery.of(table, ofAlias(alias))
                        .descending()
                        .consistent(true)
                        .after(after.map(revision -> new AliasKey(alias).history(revision))),
                limit + 1,
                AliasHistory::toEntry);
        // What is older than the removal of an alias goes with it.
        List<HistoryEntry> known = found.stream()
                .takeWhile(entry -> !entry.isRemoval() || entry.at().plus(KEPT).isAfter(clock.instant()))
                .toList();
        return Page.of(known, limit, HistoryEntry::revision);
    }

    /**
     * Returns whether an alias pointed to a deployment, or split its traffic with it, at some time since a moment. It
     * looks at the last hundred changes only.
     */
    boolean wasLive(AliasId alias, DeploymentId deployment, Instant since) {
        Optional<Long> after = Optional.empty();
        for (int page = 0; page < LIVE_PAGES; page++) {
            Page<HistoryEntry, Long> entries = list(alias, LIVE_PAGE, after);
            for (HistoryEntry entry : entries.items()) {
                if (entry.isLive(deployment)) {
                    return true;
                }
                // What the alias pointed to at that moment is the result of the last change before it.
                if (!entry.at().isAfter(since)) {
                    return false;
                }
            }
            after = entries.next();
            if (after.isEmpty()) {
                return false;
            }
        }
        return false;
    }

    private static Condition ofAlias(AliasId alias) {
        return equal(PK, Values.text(new AliasKey(alias).history()));
    }

    /** Deletes the entries before a revision, oldest first; repeating it is harmless. */
    public void forgetBefore(AliasId alias, long revision) {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        dynamo.forEach(
                ItemQuery.of(table, ofAlias(alias).and(less(SK, Values.text(AliasKey.sort(revision))))),
                row -> keys.add(Values.key(row.text(PK), row.text(SK))));
        keys.forEach(key -> dynamo.delete(table, key, Condition.NONE));
    }
}
