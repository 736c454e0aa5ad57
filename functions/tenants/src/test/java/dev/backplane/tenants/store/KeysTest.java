package dev.backplane.tenants.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {

    private static final TenantId ID = TenantId.parse("032400-000000-0000-0002");
    private static final StackVersion VERSION = StackVersion.parse("0.1.18");

    @Test
    void metadata_isFiledUnderTheTenant() {
        assertThat(TenantKey.metadata(ID)).isEqualTo(new TenantKey("TENANT_ID#" + ID, "METADATA"));
        assertThat(TenantKey.metadata(ID).tenant()).isEqualTo(ID);
        assertThat(TenantKey.metadata(ID).kind()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CREATE,AUDIT#CREATE", "UPDATE,AUDIT#UPDATE#0.1.18", "DELETE,AUDIT#DELETE"})
    void audit_isFiledUnderTheTenantAndTheOperation(OperationKind kind, String sort) {
        TenantKey key = TenantKey.of(
                new RunExecution(kind, Optional.of(ID), 1, 1, VERSION, "e", Optional.empty(), Optional.empty()));

        assertThat(key).isEqualTo(new TenantKey("TENANT_ID#" + ID, sort));
        assertThat(key.kind()).contains(kind);
        assertThat(key.tenant()).isEqualTo(ID);
        assertThat(key.versionInKey())
                .isEqualTo(kind == OperationKind.UPDATE ? Optional.of("0.1.18") : Optional.empty());
    }

    @Test
    void upgrade_isFiledUnderItsVersion() {
        TenantKey key = TenantKey.of(new RunExecution(
                OperationKind.UPGRADE, Optional.empty(), 1, 1, VERSION, "e", Optional.empty(), Optional.empty()));

        assertThat(key).isEqualTo(new TenantKey("UPGRADE#0.1.18", "AUDIT#UPGRADE"));
        assertThat(key.kind()).contains(OperationKind.UPGRADE);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(key::tenant);
    }
}
