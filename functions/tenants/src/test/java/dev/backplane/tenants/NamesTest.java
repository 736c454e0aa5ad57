package dev.backplane.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    private static final String LONGEST_ID = "a".repeat(TenantId.MAX_LENGTH);

    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "032400-000000-0000-0002", "A-b-", "a--b"})
    void tenantId_ofLettersDigitsAndHyphens_isRead(String text) {
        assertThat(TenantId.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a_b", "a b", "a/b", "a#b", "ä", "a\n", "a.b"})
    void tenantId_ofAnythingElse_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> TenantId.parse(text));
    }

    @Test
    void tenantId_isAtMost46Characters() {
        assertThat(TenantId.parse(LONGEST_ID).value()).hasSize(46);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> TenantId.parse(LONGEST_ID + "a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0", "0.1.12", "0.3", "9999.9999.9999"})
    void version_ofNumbersAndDots_isRead(String text) {
        assertThat(StackVersion.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.", ".1", "1.0.0.0", "1.0-a", "v1.0", "12345.0", "1,0", "1.0#"})
    void version_ofAnythingElse_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> StackVersion.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"CREATE,acme-g2-v1-0-3-a4", "UPDATE,acme-g2-v1-0-3-u4", "DELETE,acme-g2-d4"})
    void run_isNamedAfterWhatItIsFor(OperationKind kind, String name) {
        assertThat(run(kind, "acme", 2, 4, "1.0.3").name()).isEqualTo(name);
    }

    @Test
    void run_ofTheLongestId_hasANameThatStepFunctionsTakes() {
        assertThat(run(OperationKind.CREATE, LONGEST_ID, 99_999, 99_999, "9999.9999.9999")
                        .name())
                .hasSizeLessThanOrEqualTo(80)
                .matches("[A-Za-z0-9-]+");
    }

    @Test
    void run_afterOneWhoseNameIsTaken_isTheNextAttempt() {
        Run third = run(OperationKind.CREATE, "acme", 1, 3, "1.0.0");
        assertThat(run(OperationKind.CREATE, "acme", 1, 3, "1.0.0")
                        .after(third, 1)
                        .attempt())
                .isEqualTo(4);
        assertThat(run(OperationKind.CREATE, "acme", 1, 1, "1.0.0")
                        .after(third, 1)
                        .attempt())
                .isEqualTo(4);
        assertThat(run(OperationKind.CREATE, "acme", 1, 5, "1.0.0")
                        .after(third, 1)
                        .attempt())
                .isEqualTo(5);
        assertThat(run(OperationKind.CREATE, "acme", 2, 1, "1.0.0")
                        .after(third, 1)
                        .attempt())
                .isEqualTo(1);
        assertThat(run(OperationKind.CREATE, "acme", 1, 1, "1.0.1")
                        .after(third, 1)
                        .attempt())
                .isEqualTo(1);
    }

    @Test
    void upgrade_isNamedAfterVersionAndAttempt() {
        Upgrade upgrade = new Upgrade(StackVersion.parse("1.2.3"), 1, 30, 5);
        assertThat(upgrade.name()).isEqualTo("upgrade-v1-2-3-a1");
        assertThat(upgrade.atLeast(3).name()).isEqualTo("upgrade-v1-2-3-a3");
        assertThat(upgrade.atLeast(0)).isEqualTo(upgrade);
    }

    @ParameterizedTest
    @CsvSource({"Inbound,INBOUND", "inbound,INBOUND", "OUTBOUND,OUTBOUND", "oUtBoUnD,OUTBOUND"})
    void queueType_isReadWithoutRegardToCase(String text, QueueType type) {
        assertThat(QueueType.find(text)).contains(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "in", "inbound ", "dlq", "ınbound"})
    void queueType_ofAnotherName_isNone(String text) {
        assertThat(QueueType.find(text)).isEmpty();
    }

    private static Run run(OperationKind kind, String tenant, int generation, int attempt, String version) {
        return new Run(
                kind, TenantId.parse(tenant), generation, attempt, StackVersion.parse(version), Optional.empty());
    }
}
