package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.CreateOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KeyedResultsTest {

    private static final int THREADS = 32;

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
    void create_again_returnsTheFirstResultThoughTheDeploymentIsGone() {
        Deployment first = created(create("a", CAUSE.actor(), "body"));
        stores.clock.advance(Duration.ofMinutes(1));
        assertThat(create("a", CAUSE.actor(), "body")).isEqualTo(new CreateOutcome.Repeated(first));

        stores.deployments.deleteDeploymentById(first.id(), false, CAUSE);
        assertThat(create("a", CAUSE.actor(), "body")).isEqualTo(new CreateOutcome.Repeated(first));
        assertThat(stores.deployments.getDeploymentById(first.id())).isEmpty();
    }

    @Test
    void create_withAnotherBody_isAMismatchAndWritesNothing() {
        Deployment first = created(create("a", CAUSE.actor(), "body"));
        assertThat(create("a", CAUSE.actor(), "other")).isEqualTo(new CreateOutcome.IdempotencyMismatch());
        assertThat(stores.deployments.listDeployments(10, Optional.empty()).items())
                .extracting(deployment -> deployment.id())
                .containsExactly(first.id());
    }

    @Test
    void create_byAnotherCallerOrWithAnotherKey_isAnotherRequest() {
        created(create("b#c", Actor.client("a"), "body"));
        created(create("c", Actor.client("a#b"), "body"));
        created(create("b", Actor.client("a"), "body"));
        created(create("b", Actor.user("a"), "body"));
    }

    @Test
    void create_afterADay_isANewRequestThoughTheRowIsStillThere() {
        Deployment first = created(create("a", CAUSE.actor(), "body"));
        stores.clock.advance(Duration.ofHours(24).minusSeconds(1));
        assertThat(create("a", CAUSE.actor(), "body")).isEqualTo(new CreateOutcome.Repeated(first));
        stores.clock.advance(Duration.ofSeconds(1));
        assertThat(created(create("a", CAUSE.actor(), "other")).id()).isNotEqualTo(first.id());
    }

    @Test
    void create_ofATakenId_leavesTheKeyFree() {
        stores.deployment("d1");
        assertThat(create("a", "d1")).isEqualTo(new CreateOutcome.Exists());
        created(create("a", "d2"));
        assertThat(create("a", "d2")).isInstanceOf(CreateOutcome.Repeated.class);
    }

    @Test
    void create_byManyWithOneKey_createsOneDeployment() {
        List<CreateOutcome> outcomes = Threads.race(THREADS, _ -> untilServed(() -> create("a", CAUSE.actor(), "body")))
                .allResults();
        assertThat(outcomes).filteredOn(CreateOutcome.Created.class::isInstance).hasSize(1);
        Deployment winner = outcomes.stream()
                .filter(CreateOutcome.Created.class::isInstance)
                .map(KeyedResultsTest::created)
                .findFirst()
                .orElseThrow();
        assertThat(outcomes)
                .filteredOn(outcome -> !(outcome instanceof CreateOutcome.Created))
                .containsOnly(new CreateOutcome.Repeated(winner));
        assertThat(stores.deployments.listDeployments(100, Optional.empty()).items())
                .hasSize(1);
    }

    @Test
    void create_byManyWithOneKeyAndOneId_neverSaysThatTheIdIsTaken() {
        List<CreateOutcome> outcomes =
                Threads.race(THREADS, _ -> untilServed(() -> create("a", "d1"))).allResults();
        assertThat(outcomes).filteredOn(CreateOutcome.Created.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(CreateOutcome.Repeated.class::isInstance)
                .hasSize(THREADS - 1);
    }

    private CreateOutcome create(String key, Actor caller, String body) {
        return create(new DeploymentId(Ids.random().next()), new KeyedRequest("Create", caller, key(key), body));
    }

    private CreateOutcome create(String key, String id) {
        return create(new DeploymentId(id), new KeyedRequest("Create", CAUSE.actor(), key(key), id));
    }

    private CreateOutcome create(DeploymentId id, KeyedRequest request) {
        Origin origin =
                new Origin(Optional.of(new ProjectName("shop")), Optional.empty(), Optional.empty(), Optional.empty());
        return stores.deployments.createDeployment(
                Deployment.initialized(id, Times.now(stores.clock), Template.FUNCTION_URLS, request.caller(), origin),
                Optional.of(request));
    }

    private static Deployment created(CreateOutcome outcome) {
        assertThat(outcome).isInstanceOf(CreateOutcome.Created.class);
        return ((CreateOutcome.Created) outcome).deployment();
    }

    private static IdempotencyKey key(String text) {
        return IdempotencyKey.parse(text);
    }
}
