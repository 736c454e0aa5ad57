package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.Template;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Sweeps while aliases are created and moved. The clock stands still, so a deployment that had an alias once is kept by
 * the alias or by the skew window: none of them may ever go.
 */
class RetentionRacesTest {

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

    @RepeatedTest(3)
    void sweepersAndNewAliases_neverDeleteWhatIsNeeded() {
        ProjectName shop = new ProjectName("shop");
        fill(shop, 40);
        Retention policy = policy(shop, 1);
        Set<DeploymentId> live = ConcurrentHashMap.newKeySet();
        Set<DeploymentId> expired = ConcurrentHashMap.newKeySet();

        Threads.race(THREADS, thread -> {
                    if (thread % 4 == 0) {
                        expired.addAll(sweep(policy));
                    } else {
                        // The last ten never have an alias, so that the sweepers have work however slow they are.
                        live.addAll(pointAround(shop, 30, thread, 10));
                    }
                    return true;
                })
                .allResults();

        check(live, expired);
    }

    @Tag("large")
    @Test
    void sweepOfFiveThousand_whileAliasesMove_keepsWhatIsNeeded_andDoesWhatThePreviewSaid() {
        int projects = 50;
        int each = 100;
        List<ProjectName> names = IntStream.range(0, projects)
                .mapToObj(i -> new ProjectName("p" + i))
                .toList();
        names.forEach(name -> fill(name, each));
        List<Retention> policies = names.stream().map(name -> policy(name, 60)).toList();
        Set<DeploymentId> live = ConcurrentHashMap.newKeySet();
        Set<DeploymentId> expired = ConcurrentHashMap.newKeySet();

        Threads.race(THREADS, thread -> {
                    if (thread < 8) {
                        for (int project = thread; project < projects; project += 8) {
                            expired.addAll(sweep(policies.get(project)));
                        }
                    } else {
                        for (int project = thread; project < projects; project += 12) {
                            live.addAll(pointAround(names.get(project), each, thread, 4));
                        }
                    }
                    return true;
                })
                .allResults();

        check(live, expired);
        assertThat(live).hasSizeGreaterThan(100);
        // Nothing moves any more: the preview is what the next sweep does.
        for (Retention policy : policies) {
            stores.clock.advance(Duration.ofDays(1));
            List<DeploymentId> previewed = stores.expirer.preview(policy, 100, Optional.empty()).items().stream()
                    .map(expiration -> expiration.deployment().id())
                    .toList();
            assertThat(sweep(policy)).containsExactlyElementsOf(previewed);
        }
    }

    /** Creates and moves aliases, and returns the deployments that had one. */
    private Set<DeploymentId> pointAround(ProjectName project, int each, int thread, int times) {
        SplittableRandom random = new SplittableRandom(thread);
        Set<DeploymentId> live = ConcurrentHashMap.newKeySet();
        String alias = "a" + thread + "." + project + ".example.com";
        for (int i = 0; i < times; i++) {
            DeploymentId target = id(project, random.nextInt(each));
            if (untilServed(() -> stores.move(alias, target)) instanceof AliasOutcome.Applied) {
                live.add(target);
            }
        }
        return live;
    }

    private List<DeploymentId> sweep(Retention policy) {
        List<DeploymentId> expired = new ArrayList<>();
        DeploymentExpirer.Run run;
        do {
            run = stores.expirer.run(policy, 1000, CAUSE.actor(), () -> true);
            run.expired()
                    .forEach(expiration -> expired.add(expiration.deployment().id()));
        } while (!run.failures().isEmpty());
        return expired;
    }

    private void check(Set<DeploymentId> live, Set<DeploymentId> expired) {
        assertThat(expired).isNotEmpty().doesNotContainAnyElementsOf(live);
        List<Item> rows = stores.rows(DeploymentStore.TABLE);
        List<String> marked = rows.stream()
                .filter(row -> row.text("PK").equals("EXPIRED"))
                .map(row -> row.text("DeploymentId"))
                .sorted()
                .toList();
        assertThat(marked)
                .as("each expired once")
                .containsExactlyElementsOf(
                        expired.stream().map(DeploymentId::value).sorted().toList());
        Map<String, String> status = rows.stream()
                .filter(row -> row.text("PK").equals("DEPLOYMENTS"))
                .collect(Collectors.toMap(row -> row.text("DeploymentId"), row -> row.text("Status")));
        assertThat(live)
                .allSatisfy(id -> assertThat(status).containsEntry(id.value(), DeploymentStatus.FINISHED.name()));
    }

    private Retention policy(ProjectName project, int keepLast) {
        Retention policy =
                new Retention(project, Optional.of(keepLast), Optional.empty(), CAUSE.actor(), TestClock.START);
        stores.retentions.putRetention(policy);
        return policy;
    }

    private static DeploymentId id(ProjectName project, int number) {
        return new DeploymentId(project + "-" + number);
    }

    /** Writes finished deployments, every other one with a stack. */
    private void fill(ProjectName project, int count) {
        List<Deployment> deployments = IntStream.range(0, count)
                .mapToObj(i -> Deployment.initialized(
                                id(project, i),
                                TestClock.START.plusSeconds(i),
                                Template.FUNCTION_URLS,
                                CAUSE.actor(),
                                new Origin(
                                        Optional.of(project),
                                        Optional.of(new BranchName("main")),
                                        Optional.empty(),
                                        Optional.empty()))
                        .after(new StatusChange(
                                DeploymentStatus.FINISHED,
                                Optional.of("stack").filter(_ -> i % 2 == 0),
                                SiteConfig.NONE,
                                Optional.empty())))
                .toList();
        write(
                DeploymentStore.TABLE,
                deployments.stream()
                        .map(deployment -> DeploymentRows.toItem(deployment, "mark"))
                        .toList());
        write(
                ProjectStore.TABLE,
                deployments.stream()
                        .map(deployment -> ProjectRows.toItem(project, deployment))
                        .toList());
    }

    private static void write(TableSpec table, List<Item> rows) {
        for (int from = 0; from < rows.size(); from += 20) {
            List<WriteRequest> writes = rows.subList(from, from + 20).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(row.attributes()))
                            .build())
                    .toList();
            DYNAMO.client().batchWriteItem(batch -> batch.requestItems(Map.of(DYNAMO.table(table), writes)));
        }
    }
}
