package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.account.Account;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.platform.dynamo.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A stage with the template of an operator: the example, and then its second version. */
class TenantOwnTemplateTest {

    private static final String EXAMPLE = "examples/tenant-template";
    private static final String SECOND = "local/e2e/src/test/resources/tenant-template";
    private static final List<String> TENANTS =
            IntStream.range(0, 20).mapToObj(i -> "customer-" + i).toList();

    /** Returns the settings in the README of the example, with another template. */
    private static String settings(String folder) throws IOException {
        String readme = Files.readString(Suite.ROOT.resolve(EXAMPLE).resolve("README.md"));
        String fenced = readme.split("```json\n", 2)[1];
        ObjectNode settings = (ObjectNode) new ObjectMapper().readTree("{" + fenced.split("```", 2)[0] + "}");
        ((ObjectNode) settings.path("tenants")).put("template", folder + "/tenant.template.yaml");
        return settings.put("packaging", "snapstart").put("edge", "true").toString();
    }

    private static LocalCloud.Options options(Path folder, String template, Path data) throws Exception {
        Path templates = Synthesis.of(Files.createDirectory(folder), settings(template));
        return LocalCloud.Options.of(templates).withData(data).withSpeed(new TimeScale(200));
    }

    @Tag("large")
    @Test
    void twentyTenantsWithATable_areProvisionedUpgradedAndRemoved(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");
        try (LocalServer server = Suite.serve(options(folder.resolve("first"), EXAMPLE, data))) {
            Stage stage = new Stage(server);
            assertThat(stage.tenants.queue("stranger").code()).isEqualTo("TENANT_NOT_FOUND");
            stage.provisionAll();
            stage.checkTiers();
            stage.changeTier(TENANTS.getFirst());
            stage.close();
        }
        try (LocalServer server = Suite.serve(options(folder.resolve("second"), SECOND, data))) {
            Stage stage = new Stage(server);
            stage.upgradeAll();
            stage.removeAll();
            stage.close();
        }
    }

    /** The running stage. */
    private record Stage(LocalServer server, TenantQueues tenants, Api api) {

        Stage(LocalServer server) {
            this(server, new TenantQueues(server));
        }

        private Stage(LocalServer server, TenantQueues tenants) {
            this(server, tenants, tenants.api());
        }

        void close() {
            assertThat(tenants.startedRows()).isEmpty();
            assertThat(server.cloud().iam().denials()).isEmpty();
            tenants.close();
        }

        private static String tier(String tenant) {
            return TENANTS.indexOf(tenant) % 2 == 0 ? "standard" : "premium";
        }

        private Answer register(String tenant, String tier) {
            return api.put("/tenants/" + tenant, "{\"tier\":\"" + tier + "\",\"provision\":true}");
        }

        private JsonNode metadata(String tenant) {
            return api.get("/tenants/" + tenant).json().path("metadata");
        }

        void provisionAll() {
            TENANTS.forEach(tenant ->
                    assertThat(register(tenant, tier(tenant)).status()).isEqualTo(201));
            TENANTS.forEach(tenant -> tenants.awaitStatus(tenant, "AUDIT#CREATE", "Success"));
        }

        void checkTiers() {
            try (DynamoDbClient tables = tenants.client(DynamoDbClient.builder())) {
                for (String tenant : TENANTS) {
                    JsonNode metadata = metadata(tenant);
                    String table = TenantQueues.stackName(tenant) + "-orders";
                    assertThat(metadata.at("/outputs/Tier").asText()).isEqualTo(tier(tenant));
                    assertThat(metadata.at("/outputs/OrdersTable").asText()).isEqualTo(table);
                    assertThat(metadata.path("version").asText()).isEqualTo("1.0.0");
                    assertThat(retention(tenant)).isEqualTo(tier(tenant).equals("premium") ? "1209600" : "345600");
                    assertThat(tables.describeTable(describe -> describe.tableName(table))
                                    .table()
                                    .tableArn())
                            .isEqualTo(Account.arn("dynamodb", "table/" + table));
                    assertThat(server.cloud()
                                    .iam()
                                    .role(metadata.at("/outputs/OrdersAccessRole")
                                            .asText()))
                            .isPresent();
                }
            }
        }

        /** Returns the value of the parameter that the tiers set. */
        private String retention(String tenant) {
            return tenants
                    .stacks
                    .describeStacks(describe -> describe.stackName(TenantQueues.stackName(tenant)))
                    .stacks()
                    .getFirst()
                    .parameters()
                    .stream()
                    .filter(parameter -> parameter.parameterKey().equals("RetentionSeconds"))
                    .map(Parameter::parameterValue)
                    .findFirst()
                    .orElseThrow();
        }

        /** A new tier takes effect with the next update, also at the same version. */
        void changeTier(String tenant) {
            assertThat(update(tenant).status()).as("nothing has changed").isEqualTo(200);
            assertThat(register(tenant, "premium").status()).isEqualTo(200);
            assertThat(metadata(tenant).at("/outputs/Tier").asText()).isEqualTo("standard");

            assertThat(update(tenant).status()).isEqualTo(202);
            tenants.awaitStatus(tenant, "AUDIT#UPDATE#1.0.0", "Success");
            assertThat(metadata(tenant).at("/outputs/Tier").asText()).isEqualTo("premium");
            assertThat(retention(tenant)).isEqualTo("1209600");
            assertThat(update(tenant).status()).isEqualTo(200);
        }

        private Answer update(String tenant) {
            return api.post("/tenants/" + tenant + "/updates", "");
        }

        void upgradeAll() {
            server.cloud().stacks().failNext(".*", "TenantRecord", "Not today");
            assertThat(api.post("/tenant-upgrades", "").at("tenants")).isEqualTo("20");
            assertThat(awaitUpgrade("Failure").text("FailureReason"))
                    .isEqualTo("The first tenant failed, so no other was tried.");
            assertThat(TENANTS)
                    .allSatisfy(tenant -> assertThat(
                                    metadata(tenant).path("version").asText())
                            .isEqualTo("1.0.0"));

            assertThat(api.post("/tenant-upgrades", "{\"maxConcurrency\":5}").at("tenants"))
                    .isEqualTo("20");
            awaitUpgrade("Success");
            assertThat(api.get("/tenant-upgrades/1.1.0").at("succeeded")).isEqualTo("20");
            assertThat(TENANTS).allSatisfy(tenant -> {
                JsonNode metadata = metadata(tenant);
                assertThat(metadata.path("version").asText()).isEqualTo("1.1.0");
                assertThat(metadata.at("/outputs/OrdersTableArn").asText())
                        .isEqualTo(Account.arn("dynamodb", "table/" + TenantQueues.stackName(tenant) + "-orders"));
            });
        }

        private Item awaitUpgrade(String status) {
            return Suite.await(
                            () -> tenants.upgradeRow("1.1.0"),
                            row -> row.filter(item -> item.text("Status").equals(status))
                                    .isPresent())
                    .orElseThrow();
        }

        void removeAll() {
            List<String> roles = TENANTS.stream()
                    .map(tenant ->
                            metadata(tenant).at("/outputs/OrdersAccessRole").asText())
                    .toList();
            TENANTS.forEach(tenant ->
                    assertThat(api.delete("/tenants/" + tenant).status()).isEqualTo(202));
            TENANTS.forEach(tenant -> tenants.awaitStatus(tenant, "AUDIT#DELETE", "Success"));
            try (DynamoDbClient tables = Suite.dynamo(server)) {
                assertThat(tables.listTables().tableNames()).noneMatch(name -> name.contains("orders"));
            }
            assertThat(roles)
                    .allSatisfy(
                            role -> assertThat(server.cloud().iam().role(role)).isEmpty());
            assertThat(api.get("/tenants?status=deleted").json().path("items")).hasSize(20);
        }
    }
}
