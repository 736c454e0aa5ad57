package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Expiration;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class RetentionTest {

    private static final ProjectName SHOP = new ProjectName("shop");
    private static final Origin OF_SHOP =
            new Origin(Optional.of(SHOP), Optional.empty(), Optional.empty(), Optional.empty());

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    @Test
    void keepLast_keepsTheNewest() {
        fill(5);
        assertThat(run(policy(2, 0))).containsExactly("d2", "d1", "d0");
        assertThat(run(policy(2, 0))).isEmpty();
        assertThat(left()).containsExactly("d4", "d3");
    }

    @Test
    void keepLast_ofMoreThanThereAre_keepsAll() {
        fill(5);
        assertThat(run(policy(5, 0))).isEmpty();
        assertThat(run(policy(1000, 0))).isEmpty();
    }

    @Test
    void keepDays_keepsThoseOfThatAge() {
        // One a day, the last of them now.
        fill(5);
        assertThat(run(policy(0, 3))).containsExactly("d1", "d0");
    }

    @Test
    void bothLimits_keepWhatEitherKeeps() {
        fill(6);
        assertThat(preview(policy(2, 4))).containsExactly("d1", "d0");
        assertThat(preview(policy(5, 1))).containsExactly("d0");
        assertThat(preview(policy(1, 1))).containsExactly("d4", "d3", "d2", "d1", "d0");
    }

    @Test
    void deploymentsThatAreBeingDestroyed_areNotAmongTheNewest() {
        fill(3);
        stores.clock.advance(Duration.ofDays(1));
        stores.in(DeploymentStatus.DESTROY_FAILED, "dying", OF_SHOP);
        assertThat(run(policy(2, 0))).containsExactly("d0");
    }

    @ParameterizedTest
    @EnumSource(DeploymentStatus.class)
    void status_decidesWhatHappens(DeploymentStatus status) {
        DeploymentId id = stores.in(status, "old", OF_SHOP);
        stores.clock.advance(Duration.ofDays(1));
        stores.finished("new", OF_SHOP);
        run(policy(1, 0));

        Optional<DeploymentStatus> now =
                stores.deployments.getDeploymentById(id).map(row -> row.status());
        assertThat(now)
                .isEqualTo(
                        switch (status) {
                            case INITIALIZED -> Optional.<DeploymentStatus>empty();
                            case FINISHED, CREATE_FAILED -> Optional.of(DeploymentStatus.DESTROY_REQUESTED);
                            default -> Optional.of(status);
                        });
    }

    @Test
    void aDeploymentWithoutAStack_goesWithItsOwnAlias() {
        DeploymentId id = stores.deployment("old", OF_SHOP);
        stores.finish(id, SiteConfig.NONE, Optional.of(AliasId.parse("old.example.com")));
        stores.clock.advance(Duration.ofDays(1));
        stores.finished("new", OF_SHOP);

        assertThat(run(policy(1, 0))).containsExactly("old");
        assertThat(stores.deployments.getDeploymentById(id)).isEmpty();
        assertThat(stores.aliases.getAliasById(AliasId.parse("old.example.com")))
                .isEmpty();
        assertThat(markers()).singleElement().satisfies(marker -> {
            assertThat(marker.text("SK")).startsWith("D#old#");
            assertThat(marker.text("Project")).isEqualTo("shop");
            assertThat(marker.text("Actor")).isEqualTo("client:ci");
            assertThat(marker.text("Reason")).isEqualTo("not among the newest 1 of shop");
            assertThat(marker.number("ExpiryDate"))
                    .isEqualTo(stores.clock.instant().plus(Duration.ofDays(90)).getEpochSecond());
        });
        assertThat(stores.tombstones(DeploymentStore.TABLE)).hasSize(1);
    }

    @Test
    void anAlias_keepsItsDeployment() {
        fill(3);
        stores.point("www.example.com", new DeploymentId("d1"));
        assertThat(run(policy(1, 0))).containsExactly("d0");
    }

    /** Its deployment goes one run later, when the skew window after the expiry is over. */
    @Test
    void anExpiredAlias_isRemovedByTheRun() {
        fill(2);
        stores.point("www.example.com", new DeploymentId("d0"));
        expireAt("www.example.com", stores.clock.instant().plusSeconds(60));
        assertThat(run(policy(1, 0))).isEmpty();
        assertThat(stores.kinds("www.example.com")).containsExactly("created");

        stores.clock.advance(Duration.ofMinutes(1));
        assertThat(preview(policy(1, 0))).isEmpty();
        assertThat(run(policy(1, 0))).isEmpty();
        assertThat(stores.kinds("www.example.com")).containsExactly("created", "expired");

        stores.clock.advance(Duration.ofHours(24));
        assertThat(preview(policy(1, 0))).containsExactly("d0");
        assertThat(run(policy(1, 0))).containsExactly("d0");
    }

    private void expireAt(String alias, Instant time) {
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(AliasStore.TABLE))
                        .key(new AliasKey(AliasId.parse(alias)).route())
                        .updateExpression("SET ExpiryDate = :time")
                        .expressionAttributeValues(Map.of(":time", Values.number(time.getEpochSecond()))));
    }

    @Test
    void theSkewWindow_keepsADeploymentThatLostItsAlias() {
        fill(2);
        stores.point("www.example.com", new DeploymentId("d0"));
        stores.clock.advance(Duration.ofDays(1));
        stores.move("www.example.com", new DeploymentId("d1"));

        stores.clock.advance(Duration.ofHours(24).minusMillis(1));
        assertThat(preview(policy(1, 0))).isEmpty();
        assertThat(run(policy(1, 0))).isEmpty();
        stores.clock.advance(Duration.ofMillis(1));
        assertThat(preview(policy(1, 0))).containsExactly("d0");
        assertThat(run(policy(1, 0))).containsExactly("d0");
    }

    @Test
    void run_stopsAtItsLimit_andSaysThatThereIsMore() {
        fill(60);
        Retention policy = policy(1, 0);
        DeploymentExpirer.Run first = stores.expirer.run(policy, 25, CAUSE.actor(), () -> true);
        assertThat(first.expired()).hasSize(25);
        assertThat(first.more()).isTrue();
        assertThat(stores.expirer.run(policy, 34, CAUSE.actor(), () -> true).more())
                .isFalse();
        assertThat(left()).containsExactly("d59");
    }

    @Test
    void run_withoutTime_doesNothingAndSaysThatThereIsMore() {
        fill(3);
        DeploymentExpirer.Run run = stores.expirer.run(policy(1, 0), 25, CAUSE.actor(), () -> false);
        assertThat(run.expired()).isEmpty();
        assertThat(run.more()).isTrue();
        assertThat(left()).hasSize(3);
    }

    @Test
    void preview_isPagedAndIsWhatTheRunDoes() {
        fill(70);
        for (int i = 0; i < 70; i += 7) {
            stores.point("a" + i + ".example.com", new DeploymentId("d" + i));
        }
        Retention policy = policy(10, 3);
        List<String> paged = new ArrayList<>();
        Optional<DeploymentPosition> after = Optional.empty();
        do {
            Page<Expiration, DeploymentPosition> page = stores.expirer.preview(policy, 9, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(9);
            paged.addAll(ids(page.items()));
            after = page.next();
        } while (after.isPresent());

        assertThat(paged).doesNotHaveDuplicates().hasSizeGreaterThan(40);
        assertThat(run(policy)).isEqualTo(paged);
        assertThat(preview(policy)).isEmpty();
    }

    /** What happens between the decision and the write. */
    @Test
    void whatChangesAfterTheDecision_keepsTheDeployment() {
        fill(6);
        Retention policy = policy(1, 0);
        AtomicInteger turn = new AtomicInteger();
        BooleanSupplier meddle = () -> {
            switch (turn.getAndIncrement()) {
                case 0 -> stores.point("www.example.com", new DeploymentId("d4"));
                case 1 -> {
                    stores.point("b.example.com", new DeploymentId("d3"));
                    stores.move("b.example.com", new DeploymentId("d5"));
                }
                case 2 -> stores.destroyRequested(new DeploymentId("d2"));
                case 3 -> stores.deployments.deleteDeploymentById(new DeploymentId("d1"), false, CAUSE);
                default -> stores.retentions.deleteRetention(SHOP);
            }
            return true;
        };
        assertThat(stores.expirer.run(policy, 25, CAUSE.actor(), meddle).expired())
                .isEmpty();
        assertThat(markers()).isEmpty();
    }

    @Test
    void whatChangesAfterTheDecision_keepsADeploymentWithAStack() {
        DeploymentId moved = stores.in(DeploymentStatus.FINISHED, "moved", OF_SHOP);
        stores.clock.advance(Duration.ofDays(1));
        DeploymentId pointed = stores.in(DeploymentStatus.FINISHED, "pointed", OF_SHOP);
        stores.clock.advance(Duration.ofDays(1));
        DeploymentId newest = stores.finished("newest", OF_SHOP);
        AtomicInteger turn = new AtomicInteger();
        BooleanSupplier meddle = () -> {
            if (turn.getAndIncrement() == 0) {
                stores.point("www.example.com", pointed);
                stores.point("b.example.com", moved);
                stores.move("b.example.com", newest);
            }
            return true;
        };
        assertThat(stores.expirer.run(policy(1, 0), 25, CAUSE.actor(), meddle).expired())
                .isEmpty();
        assertThat(markers()).isEmpty();
    }

    /** It is the newest then, and has the same values as the one that was read, except for its date. */
    @Test
    void aDeploymentThatIsCreatedAgainMeanwhile_isKept() {
        fill(2);
        DeploymentId id = new DeploymentId("d0");
        AtomicInteger turn = new AtomicInteger();
        BooleanSupplier meddle = () -> {
            if (turn.getAndIncrement() == 0) {
                stores.deployments.deleteDeploymentById(id, false, CAUSE);
                stores.clock.advance(Duration.ofDays(1));
                stores.finished("d0", OF_SHOP);
            }
            return true;
        };
        assertThat(stores.expirer.run(policy(1, 0), 25, CAUSE.actor(), meddle).expired())
                .isEmpty();
        assertThat(left()).containsExactly("d0", "d1");
    }

    @Test
    void aPolicyThatIsWidenedMeanwhile_keepsTheDeployment() {
        fill(3);
        Retention policy = policy(1, 0);
        assertThat(stores.expirer
                        .run(policy, 25, CAUSE.actor(), () -> {
                            policy(3, 0);
                            return true;
                        })
                        .expired())
                .isEmpty();
        assertThat(left()).hasSize(3);
    }

    @Test
    void damagedRows_doNotStopTheOthers() {
        fill(4);
        damage(DeploymentStore.TABLE, "DEPLOYMENTS", "D#d2");
        damage(ProjectStore.TABLE, "P#shop", "2026-01-06T00:00:00.000Z#D#d1");
        assertThat(run(policy(1, 0))).containsExactly("d0");
        assertThat(stores.deployments.getDeploymentById(new DeploymentId("d1"))).isPresent();
        // Repaired, so that the invariants hold.
        stores.deployments.deleteDeploymentById(new DeploymentId("d1"), false, CAUSE);
        delete(DeploymentStore.TABLE, "DEPLOYMENTS", "D#d2");
        delete(ProjectStore.TABLE, "P#shop", "2026-01-07T00:00:00.000Z#D#d2");
    }

    /** As after a restore of one of the tables. */
    @Test
    void anEntryThatWasLeftBehind_doesNotStopTheOthers() {
        fill(3);
        Item entry = stores.rows(ProjectStore.TABLE).stream()
                .filter(row -> row.findText("DeploymentId").equals(Optional.of("d1")))
                .findFirst()
                .orElseThrow();
        Map<String, AttributeValue> older = new HashMap<>(entry.attributes());
        older.put("SK", Values.text("2025-01-01T00:00:00.000Z#D#d1"));
        older.put("CreateDate", Values.text("2025-01-01T00:00:00.000Z"));
        DYNAMO.client()
                .putItem(put -> put.tableName(DYNAMO.table(ProjectStore.TABLE)).item(older));

        assertThat(preview(policy(1, 0))).containsExactly("d1", "d0");
        assertThat(run(policy(1, 0))).containsExactly("d1", "d0");
        delete(ProjectStore.TABLE, "P#shop", "2025-01-01T00:00:00.000Z#D#d1");
    }

    @Test
    void manyDeploymentsThatAreBeingDestroyed_takeFewCalls() {
        fill(2);
        for (int i = 0; i < 60; i++) {
            stores.clock.advance(Duration.ofMillis(1));
            stores.step(stores.finished("dying" + i, OF_SHOP), DeploymentStatus.DESTROY_REQUESTED);
        }
        Retention policy = policy(1, 0);
        Meter meter = new Meter();
        assertThat(meter.measure(() -> preview(policy))).containsExactly("d0");
        assertThat(meter.calls()).isLessThanOrEqualTo(6);
    }

    @Test
    void aDamagedPolicy_isLeftOut() {
        policy(1, 0);
        stores.retentions.putRetention(new Retention(
                new ProjectName("other"), Optional.of(1), Optional.empty(), CAUSE.actor(), TestClock.START));
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(ProjectStore.TABLE))
                        .key(Values.key("RETENTION", "P#shop"))
                        .updateExpression("REMOVE KeepLast"));
        assertThat(stores.retentions.listRetentions())
                .extracting(policy -> policy.project().value())
                .containsExactly("other");
    }

    @Test
    void policies_areReplacedAndDeleted() {
        assertThat(stores.retentions.getRetention(SHOP)).isEmpty();
        policy(5, 0);
        Retention second = policy(0, 7);
        assertThat(stores.retentions.getRetention(SHOP)).contains(second);
        assertThat(stores.retentions.deleteRetention(SHOP)).isTrue();
        assertThat(stores.retentions.deleteRetention(SHOP)).isFalse();
    }

    /** The function dies before or after each of its calls; the next run completes what is left. */
    @Test
    void aCrashAtAnyCall_leavesNothingHalfDone() {
        fill(6);
        Retention policy = policy(2, 0);
        int crashes = 0;
        for (int call = 0; !preview(policy).isEmpty(); call++) {
            Dynamo dynamo = stores.crashing(call / 2 % 4 + 1, call % 2 == 1);
            try {
                stores.expirer(dynamo).run(policy, 1, CAUSE.actor(), () -> true);
            } catch (FaultInjection.Crash e) {
                crashes++;
            }
            stores.checkInvariants();
            assertThat(markers()).hasSize(6 - left().size());
        }
        assertThat(crashes).isGreaterThanOrEqualTo(6);
        assertThat(left()).containsExactly("d5", "d4");
    }

    @Test
    void limits_areThoseOfTheRow() {
        assertThatThrownBy(() -> RetentionRows.toRetention(Item.builder()
                        .text("SK", "P#shop")
                        .number("KeepLast", 0)
                        .text("Actor", "client:ci")
                        .text("UpdateDate", "2026-01-05T00:00:00.000Z")
                        .build()))
                .hasMessageContaining("out of range");
    }

    /** Makes deployments d0 to dN, one a day, without stacks; the clock stays at the last. */
    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                stores.clock.advance(Duration.ofDays(1));
            }
            stores.finished("d" + i, OF_SHOP);
        }
    }

    private Retention policy(int keepLast, int keepDays) {
        Retention policy = new Retention(
                SHOP,
                Optional.of(keepLast).filter(count -> count > 0),
                Optional.of(keepDays).filter(days -> days > 0),
                CAUSE.actor(),
                TestClock.START);
        stores.retentions.putRetention(policy);
        return policy;
    }

    private List<String> run(Retention policy) {
        DeploymentExpirer.Run run = stores.expirer.run(policy, 1000, CAUSE.actor(), () -> true);
        assertThat(run.failures()).isEmpty();
        return ids(run.expired());
    }

    private List<String> preview(Retention policy) {
        return ids(stores.expirer.preview(policy, 100, Optional.empty()).items());
    }

    private static List<String> ids(List<Expiration> expirations) {
        return expirations.stream()
                .map(expiration -> expiration.deployment().id().value())
                .toList();
    }

    private List<String> left() {
        return stores.deployments.listDeployments(100, Optional.empty()).items().stream()
                .map(deployment -> deployment.id().value())
                .toList();
    }

    private List<Item> markers() {
        return stores.rows(DeploymentStore.TABLE).stream()
                .filter(row -> row.text("PK").equals("EXPIRED"))
                .toList();
    }

    private void damage(TableSpec table, String partition, String sort) {
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(table))
                        .key(Values.key(partition, sort))
                        .updateExpression("REMOVE CreateDate"));
    }

    private void delete(TableSpec table, String partition, String sort) {
        DYNAMO.client()
                .deleteItem(delete -> delete.tableName(DYNAMO.table(table)).key(Values.key(partition, sort)));
    }
}
