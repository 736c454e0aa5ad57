package dev.backplane.deployments.events;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RetentionSweeperHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        platform = DYNAMO.platform(StoreFixture.settings(DYNAMO));
    }

    @Test
    void sweep_expiresWhatThePoliciesOfAllProjectsDoNotKeep() {
        for (String project : List.of("a", "b", "c")) {
            fill(project, 4);
        }
        keepLast("a", 1);
        keepLast("b", 3);

        Invoke.with(new RetentionSweeperHandler(platform.platform()), "{}");

        assertThat(left()).containsExactlyInAnyOrder("a-3", "b-1", "b-2", "b-3", "c-0", "c-1", "c-2", "c-3");
        assertThat(markers())
                .hasSize(4)
                .allSatisfy(marker -> assertThat(marker.text("Actor")).isEqualTo("system:RetentionSweeper"));
        assertThatJson(line()).node("outcome").isEqualTo("SUCCESS");
        assertThatJson(line()).node("projects").isEqualTo(2);
        assertThatJson(line()).node("expired").isEqualTo(4);
        assertThatJson(line()).node("unfinishedProjects").isEqualTo(0);
    }

    @Test
    void aDamagedPolicy_doesNotStopTheOthers() {
        fill("a", 2);
        fill("b", 2);
        keepLast("a", 1);
        keepLast("b", 1);
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(ProjectStore.TABLE))
                        .key(Values.key("RETENTION", "P#a"))
                        .updateExpression("REMOVE UpdateDate"));

        Invoke.with(new RetentionSweeperHandler(platform.platform()), "{}");
        assertThat(left()).containsExactlyInAnyOrder("a-0", "a-1", "b-1");
        assertThatJson(line()).node("error").isString().contains("UpdateDate");
    }

    @Test
    void theSetting_isTheSkewWindow() {
        fill("a", 2);
        keepLast("a", 1);
        stores.point("www.example.com", new DeploymentId("a-0"));
        stores.move("www.example.com", new DeploymentId("a-1"));

        Invoke.with(new RetentionSweeperHandler(platform.platform()), "{}");
        assertThat(left()).hasSize(2);
        TestPlatform without = platform.with(DeploymentsSettings.SKEW_PROTECTION_HOURS, "0");
        without.clock().set(stores.clock.instant());
        Invoke.with(new RetentionSweeperHandler(without.platform()), "{}");
        assertThat(left()).containsExactly("a-1");
    }

    private void fill(String project, int count) {
        Origin origin =
                new Origin(Optional.of(new ProjectName(project)), Optional.empty(), Optional.empty(), Optional.empty());
        for (int i = 0; i < count; i++) {
            stores.clock.advance(Duration.ofSeconds(1));
            stores.finished(project + "-" + i, origin);
        }
    }

    private void keepLast(String project, int count) {
        stores.retentions.putRetention(new Retention(
                new ProjectName(project),
                Optional.of(count),
                Optional.empty(),
                StoreFixture.CAUSE.actor(),
                stores.clock.instant()));
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

    private String line() {
        return platform.lines().getLast();
    }
}
