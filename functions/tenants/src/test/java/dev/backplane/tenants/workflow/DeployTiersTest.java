package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.Registration;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deployments of an operator's template. */
class DeployTiersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private DeployStackHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        handler = new DeployStackHandler(aws.platform(Map.ofEntries(
                        Map.entry(TenantsSettings.TENANT_TABLE, stores.table()),
                        Map.entry(TenantsSettings.TENANT_STACK_VERSION, "1.0.0"),
                        Map.entry(TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json"),
                        Map.entry(TenantsSettings.TENANT_STACK_PREFIX, "t"),
                        Map.entry(TenantsSettings.TENANT_STACK_ROLE, "role"),
                        Map.entry(TenantsSettings.METADATA_FUNCTION, "function"),
                        Map.entry(TenantsSettings.TENANT_DLQ, "dlq"),
                        Map.entry(
                                TenantsSettings.TENANT_STACK_PARAMETERS,
                                "Days,Execution,MetadataFunctionArn,StackVersion,TenantId,Tier"),
                        Map.entry(
                                TenantsSettings.TENANT_TIER_PARAMETERS,
                                "{\"\":{\"Days\":\"4\",\"Tier\":\"free\"},\"premium\":{\"Days\":\"14\",\"Tier\":\"premium\"}}"),
                        Map.entry(TenantsSettings.TENANT_STACK_INPUTS, "=d0,premium=d1"),
                        Map.entry(TenantsSettings.TENANT_STACK_CAPABILITY, "CAPABILITY_IAM")))
                .platform());
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
    }

    private void register(String tier) {
        stores.profiles.register(ACME, Registration.of(Optional.empty(), Optional.of(tier), Map.of()));
    }

    private String create() {
        return Invoke.with(handler, """
                {"operation":"CREATE","tenantId":"acme","generation":1,"version":"1.0.0",
                 "execution":"execution:AUDIT#CREATE-1"}""");
    }

    private String update() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 1));
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.0", "Started", "1.0.0", 1, 2));
        return Invoke.with(handler, """
                {"operation":"UPDATE","tenantId":"acme","generation":1,"version":"1.0.0",
                 "execution":"execution:AUDIT#UPDATE#1.0.0-2"}""");
    }

    private static Map<String, String> parameters(Map<String, String> request) {
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 1; request.containsKey("Parameters.member." + i + ".ParameterKey"); i++) {
            parameters.put(
                    request.getOrDefault("Parameters.member." + i + ".ParameterKey", ""),
                    request.getOrDefault("Parameters.member." + i + ".ParameterValue", ""));
        }
        return parameters;
    }

    @Test
    void create_givesTheParametersThatTheTemplateDeclares_withTheValuesOfTheTier() {
        register("premium");
        aws.stacks.answer("CreateStack", "<StackId>stack-1</StackId>");

        assertThatJson(create()).isEqualTo("{outcome:'deploying',stackId:'stack-1',version:'1.0.0',inputs:'d1'}");
        Map<String, String> request = aws.stacks.requests("CreateStack").getFirst();
        assertThat(parameters(request))
                .containsOnly(
                        Map.entry("Days", "14"),
                        Map.entry("Execution", "execution:AUDIT#CREATE-1"),
                        Map.entry("MetadataFunctionArn", "function"),
                        Map.entry("StackVersion", "1.0.0"),
                        Map.entry("TenantId", "acme"),
                        Map.entry("Tier", "premium"));
        assertThat(request)
                .containsEntry("Capabilities.member.1", "CAPABILITY_IAM")
                .containsEntry("ClientRequestToken", "AUDIT#CREATE-1-create-d1");
    }

    @Test
    void create_ofATenantWithoutATier_givesTheDefaults() {
        aws.stacks.answer("CreateStack", "<StackId>stack-1</StackId>");

        assertThatJson(create()).node("inputs").isEqualTo("d0");
        assertThat(parameters(aws.stacks.requests("CreateStack").getFirst()))
                .containsEntry("Days", "4")
                .containsEntry("Tier", "free");
    }

    @Test
    void create_forATierThatTheStageHasNoMore_failsWithoutADeployment() {
        register("gold");
        assertThatJson(create()).isEqualTo("{outcome:'failed',reason:'The stage has no tier gold.'}");
        assertThat(aws.stacks.actions()).isEmpty();
    }

    /** CloudFormation would take a request with the same token for the earlier one. */
    @Test
    void update_afterTheTierChanged_isAnotherRequest() {
        register("premium");
        aws.stacks.describe("UPDATE_COMPLETE", "acme", "1.0.0").answer("UpdateStack", "<StackId>stack-1</StackId>");

        assertThatJson(update()).node("inputs").isEqualTo("d1");
        assertThat(aws.stacks.requests("UpdateStack").getFirst())
                .containsEntry("ClientRequestToken", "AUDIT#UPDATE#1.0.0-2-update-d1")
                .containsEntry("Capabilities.member.1", "CAPABILITY_IAM");
    }

    @Test
    void update_thatChangesNothing_reportsTheInputs() {
        aws.stacks
                .describe("UPDATE_COMPLETE", "acme", "1.0.0")
                .refuse("UpdateStack", 400, "ValidationError", "No updates are to be performed.");

        assertThatJson(update())
                .isEqualTo(
                        "{outcome:'unchanged',stackId:'stack-1',status:'UPDATE_COMPLETE',version:'1.0.0',inputs:'d0'}");
    }
}
