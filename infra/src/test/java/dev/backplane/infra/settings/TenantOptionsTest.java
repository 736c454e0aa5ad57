package dev.backplane.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.infra.settings.TenantStackPermissions.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantOptionsTest {

    private static final String TABLES = "arn:aws:dynamodb:eu-central-1:111122223333:table/${StackPrefix}-*";

    private static TenantOptions read(Map<String, Object> tenants) {
        return StageSettings.of("dev", Map.of("logRetentionDays", 14, "tenants", tenants))
                .tenants();
    }

    private static Map<String, Object> statement(String action, String resource) {
        return Map.of(
                "template",
                "t.yaml",
                "stackRole",
                Map.of("statements", List.of(Map.of("actions", List.of(action), "resources", List.of(resource)))));
    }

    @Test
    void template_withParametersOfTiersAndPermissions_isRead() {
        TenantOptions options = read(Map.of(
                "template",
                "templates/tenant.yml",
                "tiers",
                Map.of("gold", Map.of("parameters", Map.of("Days", 14, "Mail", true, "Name", "x")), "free", Map.of()),
                "stackRole",
                Map.of(
                        "capability",
                        "CAPABILITY_NAMED_IAM",
                        "statements",
                        List.of(Map.of("actions", List.of("dynamodb:CreateTable"), "resources", List.of(TABLES))))));

        assertThat(options.template()).contains("templates/tenant.yml");
        assertThat(options.tiers())
                .containsOnly(
                        Map.entry("free", new TreeMap<>()),
                        Map.entry("gold", new TreeMap<>(Map.of("Days", "14", "Mail", "true", "Name", "x"))));
        assertThat(options.permissions().capability()).contains("CAPABILITY_NAMED_IAM");
        assertThat(options.permissions().statements())
                .containsExactly(new Statement(List.of("dynamodb:CreateTable"), List.of(TABLES)));
        assertThat(options.permissions().includes("dynamodb")).isTrue();
        assertThat(options.permissions().includes("dynamo")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../t.yaml", "/t.yaml", "a/../t.yaml", ".github/t.yaml", "t.txt", "a//t.yaml", ""})
    void template_outsideTheProjectOrOfAnotherFormat_isRefused(String file) {
        assertThatThrownBy(() -> read(Map.of("template", file)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("tenants.template must match");
    }

    @Test
    void settingsThatNeedATemplate_areRefusedWithoutOne() {
        assertThatThrownBy(() -> read(Map.of(
                        "tiers",
                        Map.of("gold", Map.of("parameters", Map.of("Days", 1))),
                        "stackRole",
                        Map.of("capability", "CAPABILITY_IAM"))))
                .hasMessageContainingAll(
                        "tenants.tiers can have parameters only with tenants.template",
                        "tenants.stackRole requires tenants.template");
    }

    @Test
    void parametersWithABadNameOrValue_areRefused() {
        assertThatThrownBy(() -> read(Map.of(
                        "template",
                        "t.yaml",
                        "tiers",
                        Map.of(
                                "gold",
                                Map.of("parameters", Map.of("Tenant-Id", "x", "Days", List.of(1))),
                                "free",
                                Map.of("parameters", "none")))))
                .hasMessageContainingAll(
                        "tenants.tiers.gold.parameters.Tenant-Id must have a name of letters and digits",
                        "tenants.tiers.gold.parameters.Days must be a string, a number or a boolean",
                        "tenants.tiers.free.parameters must be an object");
    }

    @Test
    void permissions_thatAreTooWide_areRefused() {
        for (Map<String, Object> tenants :
                List.of(statement("dynamodb:*", TABLES), statement("*", TABLES), statement("CreateTable", TABLES))) {
            assertThatThrownBy(() -> read(tenants))
                    .hasMessageContaining("tenants.stackRole.statements[0].actions must be a list of actions");
        }
        for (Map<String, Object> tenants : List.of(
                statement("dynamodb:CreateTable", "*"),
                statement("iam:CreateRole", "arn:aws:iam::111122223333:role/*"),
                statement("dynamodb:CreateTable", "table/x"))) {
            assertThatThrownBy(() -> read(tenants))
                    .hasMessageContaining("tenants.stackRole.statements[0].resources must be a list of ARNs");
        }
        assertThat(read(statement("ec2:DescribeVpcs", "*")).permissions().statements())
                .hasSize(1);
        assertThat(read(statement("iam:CreateRole", "arn:aws:iam::111122223333:role/${StackPrefix}-*"))
                        .permissions()
                        .includes("iam"))
                .isTrue();
    }

    @Test
    void permissions_thatAreMalformed_areRefused() {
        assertThatThrownBy(() -> read(Map.of(
                        "template",
                        "t.yaml",
                        "stackRole",
                        Map.of(
                                "capability",
                                "CAPABILITY_AUTO_EXPAND",
                                "statements",
                                List.of("x", Map.of("effect", "y"))))))
                .hasMessageContainingAll(
                        "tenants.stackRole.capability must match",
                        "tenants.stackRole.statements[0] must be an object",
                        "tenants.stackRole.statements[1].effect is not a setting",
                        "tenants.stackRole.statements[1].actions must be a list");
        assertThatThrownBy(() -> read(Map.of("template", "t.yaml", "stackRole", Map.of("statements", "x"))))
                .hasMessageContaining("tenants.stackRole.statements must be a list of objects");
    }

    @Test
    void clients_haveATenantEach() {
        assertThat(read(Map.of("clients", Map.of("1example23456789", "acme"))).clients())
                .containsOnly(Map.entry("1example23456789", "acme"));
        assertThat(read(Map.of()).clients()).isEmpty();
    }

    @Test
    void clients_thatCannotBeToldApartOrAreNone_areRefused() {
        assertThatThrownBy(() -> read(Map.of("clients", "acme")))
                .hasMessageContaining("tenants.clients must be an object");
        assertThatThrownBy(() -> read(Map.of("clients", Map.of("robot", "acme", "Robot", "globex"))))
                .hasMessageContaining("tenants.clients must have names that match");
        assertThatThrownBy(() -> read(Map.of("clients", Map.of("a,b=c", "acme"))))
                .hasMessageContaining("tenants.clients must have names that match");
        assertThatThrownBy(() -> read(Map.of("clients", Map.of("robot", "a/b"))))
                .hasMessageContaining("tenants.clients must have ids of tenants as values");
    }
}
