package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.CreateOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionRequest;
import dev.backplane.deployments.RollbackRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.deployments.Template;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.TestClock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Both stores on the tables of one test, and short ways to bring them into a state. */
public final class StoreFixture {

    /** Who makes the changes of tests that do not say so. */
    public static final Cause CAUSE = Cause.of(Actor.client("ci"));

    public final TestClock clock = new TestClock();
    public final DeploymentStore deployments;
    public final AliasStore aliases;
    final AliasLookup lookup;
    public final ProjectStore projects;
    public final AliasSync sync;
    public final AliasHistory history;
    public final AliasExpiry expiry;
    public final PromotionStore promotions;
    final AliasChanges changes;
    public final RetentionStore retentions;
    public final DeploymentExpirer expirer;
    final DeploymentsSettings settings;
    private final DynamoLocal local;

    /** Declares the tables of the service. */
    public static DynamoLocal tables() {
        return DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE, ProjectStore.TABLE);
    }

    /** Returns the settings that name the tables of a test. */
    public static Map<String, String> settings(DynamoLocal local) {
        return Map.of(
                DeploymentsSettings.DEPLOYMENT_TABLE, local.table(DeploymentStore.TABLE),
                DeploymentsSettings.ALIAS_TABLE, local.table(AliasStore.TABLE),
                DeploymentsSettings.PROJECT_TABLE, local.table(ProjectStore.TABLE));
    }

    public StoreFixture(DynamoLocal local) {
        this.local = local;
        this.settings = DeploymentsSettings.from(Settings.of(settings(local)));
        Dynamo dynamo = local.dynamo();
        this.deployments = new DeploymentStore(dynamo, settings, clock, Ids.random());
        this.aliases = new AliasStore(dynamo, settings, clock);
        this.lookup = new AliasLookup(dynamo, settings.aliasTable(), clock);
        this.history = new AliasHistory(dynamo, settings.aliasTable(), clock);
        this.changes = new AliasChanges(dynamo, settings, clock);
        this.expiry = new AliasExpiry(dynamo, settings, clock);
        this.promotions = promotions(dynamo);
        this.projects = new ProjectStore(dynamo, settings);
        this.retentions = new RetentionStore(dynamo, settings, clock);
        this.expirer = expirer(dynamo);
        this.sync = new AliasSync(dynamo, settings, clock);
    }

    /** Returns a connection on which the caller crashes before or after a call; calls count from 1. */
    Dynamo crashing(int call, boolean afterwards) {
        return Dynamo.connect(
                new FaultInjection(local.aws()).crashAt(call, afterwards).aws());
    }

    /** Returns a connection on which another caller works once, before the first transaction. */
    Dynamo interleaved(Runnable other) {
        return Dynamo.connect(
                new FaultInjection(local.aws()).beforeNextTransaction(other).aws());
    }

    /** Returns the store of promotions over another connection. */
    PromotionStore promotions(Dynamo dynamo) {
        return new PromotionStore(dynamo, settings, clock, Ids.random());
    }

    /** Returns an expirer over another connection. */
    DeploymentExpirer expirer(Dynamo dynamo) {
        return new DeploymentExpirer(dynamo, settings, clock, Ids.random());
    }

    public DeploymentId deployment(String name) {
        return deployment(name, Origin.NONE);
    }

    public DeploymentId deployment(String name, Origin origin) {
        assertThat(create(name, origin)).isTrue();
        return new DeploymentId(name);
    }

    public boolean create(String name, Origin origin) {
        return deployments.createDeployment(
                        Deployment.initialized(
                                new DeploymentId(name),
                                Times.now(clock),
                                Template.FUNCTION_URLS,
                                CAUSE.actor(),
                                origin),
                        Optional.empty())
                instanceof CreateOutcome.Created;
    }

    public DeploymentId finished(String name) {
        return finished(name, Origin.NONE);
    }

    public DeploymentId finished(String name, Origin origin) {
        DeploymentId id = deployment(name, origin);
        step(id, DeploymentStatus.FINISHED);
        return id;
    }

    public DeploymentId in(DeploymentStatus status, String name) {
        return in(status, name, Origin.NONE);
    }

    /** Takes a deployment that has a stack as far as a state, by the shortest way. */
    public DeploymentId in(DeploymentStatus status, String name, Origin origin) {
        DeploymentId id = deployment(name, origin);
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
        return aliases.createAlias(
                new AliasRequest(AliasId.parse(alias), target, false, Optional.empty(), Optional.empty()), CAUSE);
    }

    public AliasOutcome move(String alias, DeploymentId target) {
        return aliases.createAlias(
                new AliasRequest(AliasId.parse(alias), target, true, Optional.empty(), Optional.empty()), CAUSE);
    }

    public AliasOutcome move(String alias, DeploymentId target, DeploymentId expected) {
        return aliases.createAlias(
                new AliasRequest(AliasId.parse(alias), target, true, Optional.of(expected), Optional.empty()), CAUSE);
    }

    /** Returns a resolver with an empty cache. */
    AliasResolver resolver() {
        return new AliasResolver(local.dynamo(), settings, clock);
    }

    /** Points a new alias that ends after a number of seconds. */
    public AliasOutcome pointFor(int seconds, String alias, DeploymentId target) {
        return aliases.createAlias(
                new AliasRequest(
                        AliasId.parse(alias),
                        target,
                        false,
                        Optional.empty(),
                        Optional.of(clock.instant().plusSeconds(seconds))),
                CAUSE);
    }

    public AliasOutcome rollBack(String alias) {
        return aliases.rollBack(new RollbackRequest(AliasId.parse(alias), Optional.empty(), Optional.empty()), CAUSE);
    }

    public AliasOutcome rollBack(String alias, long toRevision) {
        return aliases.rollBack(
                new RollbackRequest(AliasId.parse(alias), Optional.of(toRevision), Optional.empty()), CAUSE);
    }

    public AliasOutcome lock(String alias) {
        return aliases.lock(AliasId.parse(alias), CAUSE);
    }

    public AliasOutcome unlock(String alias) {
        return aliases.unlock(AliasId.parse(alias), CAUSE);
    }

    public AliasOutcome split(String alias, DeploymentId deployment, int percent) {
        return aliases.split(new SplitRequest(AliasId.parse(alias), deployment, percent, Optional.empty()), CAUSE);
    }

    public AliasOutcome endSplit(String alias, Variant keep) {
        return aliases.endSplit(AliasId.parse(alias), keep, CAUSE);
    }

    public AliasOutcome deleteAlias(String alias) {
        return aliases.deleteAliasById(AliasId.parse(alias), CAUSE);
    }

    /** Moves aliases together, each given as {@code <alias>=<target>}. */
    public PromotionOutcome promote(String... moves) {
        return promotions.promote(Stream.of(moves).map(StoreFixture::wish).toList(), Optional.empty(), CAUSE);
    }

    static PromotionRequest wish(String move) {
        String[] parts = move.split("=", 2);
        AliasTarget target = parts[1].contains(".")
                ? new AliasTarget.ToAlias(AliasId.parse(parts[1]))
                : new AliasTarget.ToDeployment(new DeploymentId(parts[1]));
        return new PromotionRequest(AliasId.parse(parts[0]), target, Optional.empty());
    }

    /** Does what TTL does with an alias that has expired: its route row disappears. */
    public void removeByTtl(String alias) {
        local.client()
                .deleteItem(delete -> delete.tableName(local.table(AliasStore.TABLE))
                        .key(new AliasKey(AliasId.parse(alias)).route()));
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

    /** Returns the history of an alias, oldest first, with what no caller sees any more. */
    public List<HistoryEntry> history(String alias) {
        return rows(AliasStore.TABLE).stream()
                .filter(row -> row.text("PK").equals(new AliasKey(AliasId.parse(alias)).history()))
                .map(AliasHistory::toEntry)
                .sorted(Comparator.comparingLong(HistoryEntry::revision))
                .toList();
    }

    /** Returns the kinds of an alias's history, oldest first. */
    public List<String> kinds(String alias) {
        return history(alias).stream().map(entry -> entry.kind().value()).toList();
    }

    /** Checks what must hold of both tables whatever happened before. */
    public void checkInvariants() {
        List<Item> deployments = rows(DeploymentStore.TABLE);
        Invariants.check(rows(AliasStore.TABLE), deployments);
        checkEntries(deployments.stream()
                .filter(row -> row.text("PK").equals("DEPLOYMENTS"))
                .toList());
    }

    /** Checks that exactly the deployments of projects have entries, each with the deployment's own values. */
    private void checkEntries(List<Item> deployments) {
        List<Item> entries = rows(ProjectStore.TABLE).stream()
                .filter(row -> row.text("PK").startsWith("P#"))
                .toList();
        // Sorted first: AssertJ compares every pair of elements if the order is free.
        assertThat(entries.stream()
                        .map(row -> String.join(
                                "\n", row.text("PK"), row.text("SK"), row.text("Status"), row.text("StatusPK")))
                        .sorted())
                .containsExactlyElementsOf(deployments.stream()
                        .filter(row -> row.findText("Project").isPresent())
                        .map(row -> String.join(
                                "\n",
                                "P#" + row.text("Project"),
                                row.text("GSI1SK"),
                                row.text("Status"),
                                "P#" + row.text("Project") + "#S#" + row.text("Status")))
                        .sorted()
                        .toList());
    }
}
