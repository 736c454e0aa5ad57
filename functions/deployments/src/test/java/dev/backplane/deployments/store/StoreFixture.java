package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Both stores on the tables of one test, and short ways to bring them into a state. */
public final class StoreFixture {

    /** Who makes the changes of tests that do not say so. */
    public static final Cause CAUSE = Cause.of(Actor.client("ci"));

    public final TestClock clock = new TestClock();
    public final DeploymentStore deployments;
    public final AliasStore aliases;
    public final AliasSync sync;
    private final DynamoLocal local;

    public StoreFixture(DynamoLocal local) {
        this.local = local;
        DeploymentsSettings settings =
                new DeploymentsSettings(local.table(DeploymentStore.TABLE), local.table(AliasStore.TABLE));
        Dynamo dynamo = local.dynamo();
        this.deployments = new DeploymentStore(dynamo, settings, clock, Ids.random());
        this.aliases = new AliasStore(dynamo, settings, clock, Ids.random());
        this.sync = new AliasSync(dynamo, settings);
    }

    public DeploymentId deployment(String name) {
        DeploymentId id = new DeploymentId(name);
        assertThat(deployments.createDeployment(
                        Deployment.initialized(id, Times.now(clock), Template.FUNCTION_URLS, CAUSE.actor())))
                .isTrue();
        return id;
    }

    public DeploymentId finished(String name) {
        DeploymentId id = deployment(name);
        step(id, DeploymentStatus.FINISHED);
        return id;
    }

    /** Takes a deployment that has a stack as far as a state, by the shortest way. */
    public DeploymentId in(DeploymentStatus status, String name) {
        DeploymentId id = deployment(name);
        switch (status) {
            case INITIALIZED -> {}
            case CREATE_IN_PROGRESS, FINISHED, CREATE_FAILED -> stepWithStack(id, status);
            case CREATE_COMPLETE -> {
                stepWithStack(id, DeploymentStatus.CREATE_IN_PROGRESS);
                step(id, status);
            }
            case DESTROY_REQUESTED -> {
                stepWithStack(id, DeploymentStatus.FINISHED);
                step(id, status);
            }
            case DESTROY_IN_PROGRESS, DESTROY_FAILED -> {
                stepWithStack(id, DeploymentStatus.FINISHED);
                step(id, DeploymentStatus.DESTROY_REQUESTED);
                step(id, status);
            }
        }
        return id;
    }

    public Deployment step(DeploymentId id, DeploymentStatus status) {
        return changed(deployments.updateDeploymentStatus(id, StatusChange.to(status), CAUSE));
    }

    private void stepWithStack(DeploymentId id, DeploymentStatus status) {
        changed(deployments.updateDeploymentStatus(
                id, new StatusChange(status, Optional.of("stack"), SiteConfig.NONE, Optional.empty()), CAUSE));
    }

    public StatusOutcome createInProgress(DeploymentId id, String stack, SiteConfig config) {
        return deployments.updateDeploymentStatus(
                id,
                new StatusChange(DeploymentStatus.CREATE_IN_PROGRESS, Optional.of(stack), config, Optional.empty()),
                CAUSE);
    }

    public StatusOutcome createFailed(DeploymentId id) {
        return deployments.updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.CREATE_FAILED), CAUSE);
    }

    public StatusOutcome finish(DeploymentId id, SiteConfig config, Optional<AliasId> deploymentAlias) {
        return deployments.updateDeploymentStatus(
                id, new StatusChange(DeploymentStatus.FINISHED, Optional.empty(), config, deploymentAlias), CAUSE);
    }

    public StatusOutcome destroyRequested(DeploymentId id) {
        return deployments.updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_REQUESTED), CAUSE);
    }

    public StatusOutcome destroyInProgress(DeploymentId id) {
        return deployments.updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_IN_PROGRESS), CAUSE);
    }

    public StatusOutcome destroyFailed(DeploymentId id) {
        return deployments.updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.DESTROY_FAILED), CAUSE);
    }

    public static Deployment changed(StatusOutcome outcome) {
        assertThat(outcome).isInstanceOf(StatusOutcome.Changed.class);
        return ((StatusOutcome.Changed) outcome).deployment();
    }

    public AliasOutcome point(String alias, DeploymentId target) {
        return aliases.createAlias(new AliasRequest(AliasId.parse(alias), target, false, Optional.empty()), CAUSE);
    }

    public AliasOutcome move(String alias, DeploymentId target) {
        return aliases.createAlias(new AliasRequest(AliasId.parse(alias), target, true, Optional.empty()), CAUSE);
    }

    public AliasOutcome move(String alias, DeploymentId target, DeploymentId expected) {
        return aliases.createAlias(new AliasRequest(AliasId.parse(alias), target, true, Optional.of(expected)), CAUSE);
    }

    public Alias alias(String id) {
        return aliases.getAliasById(AliasId.parse(id)).orElseThrow();
    }

    /** Puts an alias into a deployment's part of the index, as if the index were late. */
    void showInIndexOf(DeploymentId id, String alias) {
        local.client()
                .updateItem(update -> update.tableName(local.table(AliasStore.TABLE))
                        .key(new AliasKey(AliasId.parse(alias)).route())
                        .updateExpression("SET GSI1PK = :deployment")
                        .expressionAttributeValues(Map.of(":deployment", Values.text(new DeploymentKey(id).sort()))));
    }

    /** Returns every row of a table, which no code of the service may do. */
    public List<Item> rows(TableSpec table) {
        return local
                .client()
                .scanPaginator(scan -> scan.tableName(local.table(table)).consistentRead(true))
                .items()
                .stream()
                .map(Item::new)
                .toList();
    }

    /** Returns the tombstones of a table. */
    public List<Item> tombstones(TableSpec table) {
        return rows(table).stream()
                .filter(row -> row.text("PK").equals("DELETED"))
                .toList();
    }

    /** Checks what must hold of both tables whatever happened before. */
    public void checkInvariants() {
        List<Item> rows = rows(AliasStore.TABLE);
        List<Item> routes =
                rows.stream().filter(row -> row.text("PK").equals("ROUTES")).toList();
        List<Item> configs = rows.stream()
                .filter(row -> row.text("PK").equals("CONFIGNEXTJS"))
                .toList();
        assertThat(routes).hasSameSizeAs(configs);
        for (Item route : routes) {
            assertThat(configs).as("config of " + route.text("SK")).anySatisfy(config -> {
                assertThat(config.text("SK")).isEqualTo(route.text("SK"));
                assertThat(config.text("DeploymentId")).isEqualTo(route.text("DeploymentId"));
                assertThat(config.number("Revision")).isEqualTo(route.number("Revision"));
            });
        }
        List<Item> deployments = rows(DeploymentStore.TABLE).stream()
                .filter(row -> row.text("PK").equals("DEPLOYMENTS"))
                .toList();
        assertThat(deployments).extracting(row -> row.text("DeploymentId")).doesNotHaveDuplicates();
        for (Item route : routes) {
            assertThat(deployments)
                    .as("deployment of " + route.text("SK"))
                    .anySatisfy(deployment ->
                            assertThat(deployment.text("DeploymentId")).isEqualTo(route.text("DeploymentId")));
        }
        for (Item deployment : deployments) {
            assertThat(routes.stream()
                            .filter(route -> route.text("DeploymentId").equals(deployment.text("DeploymentId")))
                            .filter(route -> !route.flag("DeploymentAlias"))
                            .count())
                    .as("aliases of " + deployment.text("DeploymentId"))
                    .isEqualTo(deployment.number("AliasCount"));
        }
    }
}
