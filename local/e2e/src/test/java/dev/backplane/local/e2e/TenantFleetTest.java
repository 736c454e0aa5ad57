package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.Threads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Many tenants at once: onboarding and upgrades. */
class TenantFleetTest {

    private LocalServer server;
    private TenantQueues tenants;
    private Api api;

    @BeforeEach
    void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withSpeed(new TimeScale(200)));
        tenants = new TenantQueues(server);
        api = tenants.api();
    }

    @AfterEach
    void stop() {
        tenants.close();
        server.close();
    }

    private List<String> atOlderVersion(int count) {
        List<String> ids = IntStream.range(0, count)
                .mapToObj(_ -> TenantQueues.newTenant())
                .toList();
        ids.forEach(id -> tenants.startAtOlderVersion(id, "0.9.0"));
        ids.forEach(tenants::finishOlderVersion);
        return ids;
    }

    private Answer awaitProgress(String succeeded, String failed) {
        return Suite.await(
                () -> api.get("/tenant-upgrades/1.2.0"),
                answer -> answer.at("succeeded").equals(succeeded)
                        && answer.at("failed").equals(failed)
                        && answer.at("started").equals("0"));
    }

    private void awaitUpgrade(String status) {
        Suite.await(
                () -> tenants.upgradeRow("1.2.0"),
                row -> row.filter(item -> item.text("Status").equals(status)).isPresent());
    }

    private void putMetadata(String key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> row = new HashMap<>(attributes);
        row.put("pk", AttributeValue.fromS(key));
        row.put("sk", AttributeValue.fromS("METADATA"));
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.putItem(
                    put -> put.tableName(Suite.table(server, "TenantTable")).item(row));
        }
    }

    private long updates(List<String> ids) {
        return ids.stream()
                .mapToLong(id -> tenants.executions("update", id).size())
                .sum();
    }

    @Tag("large")
    @Test
    void twoHundredTenantsAtOnce_areAllProvisioned() {
        List<String> ids =
                IntStream.range(0, 200).mapToObj(_ -> TenantQueues.newTenant()).toList();
        List<Answer> answers = Threads.race(
                        50,
                        thread -> ids.subList(thread * 4, thread * 4 + 4).stream()
                                .map(tenants::queue)
                                .toList())
                .allResults()
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(answers)
                .hasSize(200)
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(202));
        ids.forEach(id -> tenants.awaitStatus(id, "AUDIT#CREATE", "Success"));
        assertThat(ids).allSatisfy(id -> {
            assertThat(tenants.queue(id).status()).isEqualTo(200);
            assertThat(server.cloud().stacks().countNamed(TenantQueues.stackName(id)))
                    .isEqualTo(1);
        });
        assertThat(tenants.startedRows()).isEmpty();
    }

    @Test
    void anUpgrade_bringsFiftyTenantsToTheCurrentVersion_onceEach() {
        List<String> ids = atOlderVersion(50);
        Answer dry = api.post("/tenant-upgrades", "{\"dryRun\":true}");
        assertThat(dry.at("tenants")).isEqualTo("50");
        assertThat(dry.json().path("execution").isNull()).isTrue();

        // The upgrade cannot end while one of them is held, however long the second call takes.
        try (CloudFormation.Hold _ =
                server.cloud().stacks().hold(TenantQueues.stackName(ids.getLast()), "TenantRecord")) {
            Answer upgrade = api.post("/tenant-upgrades", "{\"maxConcurrency\":10}");
            assertThat(upgrade.status()).isEqualTo(202);
            assertThat(upgrade.at("tenants")).isEqualTo("50");
            Suite.await(() -> tenants.upgradeRow("1.2.0"), row -> row.isPresent());
            assertThat(api.post("/tenant-upgrades", "{\"maxConcurrency\":10}").code())
                    .isEqualTo("OPERATION_IN_PROGRESS");
        }

        assertThat(awaitProgress("50", "0").at("remaining")).isEqualTo("0");
        awaitUpgrade("Success");
        assertThat(ids)
                .allSatisfy(id -> assertThat(tenants.queue(id).at("version")).isEqualTo("1.2.0"));
        assertThat(updates(ids)).isEqualTo(50);

        assertThat(api.post("/tenant-upgrades", "").at("tenants")).isEqualTo("0");
        Suite.await(tenants::startedRows, List::isEmpty);
        assertThat(updates(ids)).isEqualTo(50);
    }

    @Test
    void rowsThatAreNoTenants_stopNoUpgrade() {
        List<String> ids = atOlderVersion(1);
        Map<String, AttributeValue> older = Map.of("Version", AttributeValue.fromS("0.9.0"));
        putMetadata("0", older);
        putMetadata("TENANT_ID#", older);
        putMetadata("TENANT_ID#0/1", older);
        putMetadata("TENANT_ID#00", Map.of());

        assertThat(api.post("/tenant-upgrades", "").at("tenants")).isEqualTo("1");

        Optional<Item> ended = Suite.await(
                () -> tenants.upgradeRow("1.2.0"),
                row -> row.filter(item -> !item.text("Status").equals("Started"))
                        .isPresent());
        assertThat(ended.orElseThrow().text("Status")).isEqualTo("Success");
        assertThat(tenants.queue(ids.getFirst()).at("version")).isEqualTo("1.2.0");
    }

    @Test
    void aCanaryThatFails_stopsTheUpgrade_andTheNextOneGoesOn() {
        List<String> ids = atOlderVersion(6);
        server.cloud().stacks().failNext(".*", "TenantRecord", "Not today");
        api.post("/tenant-upgrades", "");
        awaitUpgrade("Failure");
        assertThat(tenants.upgradeRow("1.2.0").orElseThrow().text("FailureReason"))
                .isEqualTo("The first tenant failed, so no other was tried.");
        assertThat(awaitProgress("0", "1").at("remaining")).isEqualTo("6");
        assertThat(api.post("/tenant-upgrades", "{\"dryRun\":true}").at("tenants"))
                .isEqualTo("6");
        assertThat(updates(ids)).isEqualTo(1);

        api.post("/tenant-upgrades", "");
        awaitUpgrade("Success");
        awaitProgress("6", "0");
        assertThat(updates(ids)).isEqualTo(7);
    }

    @Test
    void failuresThatAreTolerated_doNotStopTheUpgrade_andThoseThatAreNotDo() {
        List<String> ids = atOlderVersion(10);
        String unlucky = TenantQueues.stackName(ids.getLast());
        server.cloud().stacks().failNext(unlucky, "TenantRecord", "Not today");
        api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":20}");
        awaitUpgrade("Success");
        awaitProgress("9", "1");

        tenants.change(ids.getFirst(), "METADATA", Map.of("Version", "0.9.0"));
        server.cloud().stacks().failNext(unlucky, "TenantRecord", "Not tomorrow");
        api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":0}");
        awaitUpgrade("Failure");
        Suite.await(tenants::startedRows, List::isEmpty);
    }

    @Test
    void anUpgrade_leavesOutWhoIsProvisioned_andFollowsANameThatIsTakenWithoutARow() {
        List<String> ids = atOlderVersion(1);
        String tenant = ids.getFirst();
        tenants.change(tenant, "AUDIT#CREATE", Map.of("Status", "Started"));
        api.post("/tenant-upgrades", "");
        awaitUpgrade("Success");
        assertThat(updates(ids)).isZero();

        tenants.superseded(tenant, "update", tenant + "-g1-v1-2-0-u1");
        tenants.change(tenant, "AUDIT#CREATE", Map.of("Status", "Success"));
        api.post("/tenant-upgrades", "");
        awaitProgress("1", "0");
        assertThat(tenants.executions("update", tenant))
                .containsExactly(tenant + "-g1-v1-2-0-u2", tenant + "-g1-v1-2-0-u1");
    }

    @Test
    void aTenantThatIsBroken_stopsNoUpgradeButItsFirst_whateverIsTolerated() {
        List<String> ids = atOlderVersion(3);
        String broken = "000-broken-" + ids.getFirst();
        tenants.copy(
                tenants.row(ids.getFirst(), "METADATA").orElseThrow(),
                broken,
                Map.of("StackId", "a-stack-that-is-gone"));
        api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":0}");
        awaitUpgrade("Failure");
        assertThat(api.get("/tenant-upgrades/1.2.0").at("failed")).isEqualTo("1");

        api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":0}");
        Suite.await(
                () -> api.get("/tenant-upgrades/1.2.0"),
                answer -> answer.at("succeeded").equals("3"));
        Suite.await(tenants::startedRows, List::isEmpty);
        assertThat(api.get("/tenant-upgrades/1.2.0").at("remaining")).isEqualTo("1");
        assertThat(tenants.upgradeRow("1.2.0").orElseThrow().text("FailureReason"))
                .isEqualTo("More tenants failed than are tolerated.");

        assertThat(api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":100}")
                        .at("tenants"))
                .isEqualTo("1");
        Suite.await(() -> tenants.executions("update", broken), runs -> runs.size() == 3);
        Suite.await(tenants::startedRows, List::isEmpty);
    }

    @Test
    void aFirstTenantThatIsDeleted_isLeftOut_andTheNextOneGoesAhead() {
        List<String> ids = atOlderVersion(3);
        String first = ids.stream().sorted().findFirst().orElseThrow();
        AtomicBoolean deleted = new AtomicBoolean();
        server.cloud()
                .faults()
                .failInvocation(
                        1,
                        function -> function.endsWith("-DeployStack")
                                && deleted.compareAndSet(false, true)
                                && api.delete("/tenants/" + first).status() == 202,
                        "after the tenant was deleted");
        api.post("/tenant-upgrades", "");
        awaitUpgrade("Success");

        assertThat(tenants.awaitStatus(first, "AUDIT#UPDATE#1.2.0", "Failure").text("FailureReason"))
                .isEqualTo("The tenant is being deleted.");
        tenants.awaitStatus(first, "AUDIT#DELETE", "Success");
        assertThat(tenants.events(first, "TenantOperationFailed")).isEmpty();
        Answer progress = awaitProgress("2", "0");
        assertThat(progress.at("remaining")).isEqualTo("0");
    }

    @Test
    void moreFailuresThanAreTolerated_stopTheUpgrade_butNotWhatIsUnderWay() {
        List<String> ids = atOlderVersion(12).stream().sorted().toList();
        ids.subList(1, 3)
                .forEach(id ->
                        server.cloud().stacks().failNext(TenantQueues.stackName(id), "TenantRecord", "Not today"));
        // One of twelve may fail. The second failure exceeds the tolerance; with a concurrency of one, no further
        // tenant is tried.
        api.post("/tenant-upgrades", "{\"maxConcurrency\":1,\"toleratedFailurePercentage\":10}");
        awaitUpgrade("Failure");
        Suite.await(tenants::startedRows, List::isEmpty);
        Answer progress = awaitProgress("1", "2");
        assertThat(progress.at("remaining")).isEqualTo("11");

        api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":10}");
        awaitProgress("12", "0");
        awaitUpgrade("Success");
    }

    /** The machine reads 500 tenants at a time; the tolerance is a share of all tenants. */
    @Test
    void aFailureOnAShortLastPage_isHeldAgainstAllTenants() {
        List<String> ids = atOlderVersion(9);
        String last = "zz-" + TenantQueues.newTenant();
        tenants.startAtOlderVersion(last, "0.9.0");
        tenants.finishOlderVersion(last);
        Item model = tenants.row(last, "METADATA").orElseThrow();
        IntStream.range(0, 500)
                .forEach(i -> tenants.copy(model, "tenant-z" + i, Map.of("Version", TenantQueues.CURRENT)));
        server.cloud().stacks().failNext(TenantQueues.stackName(last), "TenantRecord", "Not today");

        assertThat(api.post("/tenant-upgrades", "{\"toleratedFailurePercentage\":10}")
                        .at("tenants"))
                .isEqualTo("10");
        awaitUpgrade("Success");
        assertThat(awaitProgress("9", "1").at("remaining")).isEqualTo("1");
        assertThat(updates(ids)).isEqualTo(9);
        assertThat(tenants.executions("update", last)).hasSize(1);
    }

    @Test
    void sixteenUpgradesAtOnce_areOneAndFifteenRefusals() {
        List<String> ids = atOlderVersion(1);
        try (CloudFormation.Hold _ =
                server.cloud().stacks().hold(TenantQueues.stackName(ids.getFirst()), "TenantRecord")) {
            List<Answer> answers =
                    Threads.race(16, _ -> api.post("/tenant-upgrades", "")).allResults();
            assertThat(answers).extracting(Answer::status).containsOnlyOnce(202);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 202)
                    .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("OPERATION_IN_PROGRESS"));
        }
        awaitProgress("1", "0");
        awaitUpgrade("Success");
    }
}
