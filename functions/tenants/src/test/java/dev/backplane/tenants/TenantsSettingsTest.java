package dev.backplane.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import dev.backplane.tenants.TenantsSettings.Release;
import dev.backplane.tenants.TenantsSettings.StackSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TenantsSettingsTest {

    @Test
    void stackVersion_isRead() {
        assertThat(TenantsSettings.stackVersion(Settings.of(Map.of("TENANT_STACK_VERSION", "1.0.0"))))
                .isEqualTo(StackVersion.parse("1.0.0"));
        assertThatThrownBy(() -> TenantsSettings.stackVersion(Settings.of(Map.of())))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessage("missing settings: TENANT_STACK_VERSION");
    }

    @Test
    void stackSettings_allGiven_areReadAndNameStacks() {
        StackSettings settings = StackSettings.from(Settings.of(Map.of(
                "TENANT_STACK_VERSION", "1.0.0",
                "TENANT_TEMPLATE_URL", "https://t",
                "TENANT_STACK_PREFIX", "p",
                "TENANT_STACK_ROLE", "r",
                "METADATA_FUNCTION", "f",
                "TENANT_DLQ", "d",
                "TENANT_STACK_PARAMETERS", "TenantId,Execution")));
        assertThat(settings)
                .isEqualTo(new StackSettings(
                        new Release(
                                StackVersion.parse("1.0.0"),
                                "https://t",
                                Set.of("TenantId", "Execution"),
                                Map.of(),
                                StackInputs.BUILT_IN,
                                Optional.empty()),
                        "p",
                        "r",
                        "f",
                        "d"));
        assertThat(settings.nameOf(TenantId.parse("acme"))).isEqualTo("p-acme");
    }

    @Test
    void stackSettings_withoutSettings_sayWhatIsMissing() {
        assertThatThrownBy(() -> StackSettings.from(Settings.of(Map.of("TENANT_STACK_ROLE", "r"))))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessage("missing settings: TENANT_STACK_VERSION, TENANT_TEMPLATE_URL, TENANT_STACK_PREFIX, "
                        + "METADATA_FUNCTION, TENANT_DLQ, TENANT_STACK_PARAMETERS");
    }

    @Test
    void thePrefix_leavesRoomForTheLongestQueueName() {
        String prefix = "p".repeat(TenantsSettings.MAX_PREFIX_LENGTH);
        TenantId longest = TenantId.parse("a".repeat(TenantId.MAX_LENGTH));
        assertThat(TenantsSettings.stackName(prefix, longest) + "-inbound").hasSize(80);
    }
}
