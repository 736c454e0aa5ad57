package dev.backplane.tenants;

import static dev.backplane.tenants.testing.Tenants.CURRENT;
import static dev.backplane.tenants.testing.Tenants.ID;
import static dev.backplane.tenants.testing.Tenants.OLDER;
import static dev.backplane.tenants.testing.Tenants.metadata;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.OperationDecision.Done;
import dev.backplane.tenants.OperationDecision.Start;
import dev.backplane.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StackInputsTest {

    private static final StackInputs TIERS =
            new StackInputs(new TreeMap<>(Map.of("", "d0", "standard", "d1", "premium", "d2")));

    private static Tenant tenant(StackVersion version, Optional<String> tier, Optional<String> deployed) {
        Metadata base = metadata(version, 1);
        Metadata row = new Metadata(
                base.version(),
                base.generation(),
                base.created(),
                base.updated(),
                base.inbound(),
                base.deadLetters(),
                base.outbound(),
                base.outputs(),
                deployed,
                base.stackId(),
                base.execution());
        Profile profile = new Profile(
                Registration.of(Optional.empty(), tier, Map.of()),
                TenantState.READY,
                TestClock.START,
                TestClock.START,
                TestClock.START,
                Access.OPEN);
        return new Tenant(ID, Optional.of(profile), Optional.of(row), Optional.empty(), Optional.empty(), List.of());
    }

    private static OperationDecision update(Optional<String> tier, Optional<String> deployed, StackInputs inputs) {
        return OperationDecision.toUpdate(tenant(CURRENT, tier, deployed), CURRENT, inputs);
    }

    @Test
    void text_isReadAgain() {
        assertThat(TIERS.text()).isEqualTo("=d0,premium=d2,standard=d1");
        assertThat(StackInputs.parse(TIERS.text())).isEqualTo(TIERS);
        assertThat(TIERS.digest(Optional.of("premium"))).contains("d2");
        assertThat(TIERS.digest(Optional.empty())).contains("d0");
        assertThat(TIERS.digest(Optional.of("gold"))).isEmpty();
    }

    @Test
    void update_ofATenantWithTheInputsOfItsTier_isDone() {
        assertThat(update(Optional.of("premium"), Optional.of("d2"), TIERS)).isEqualTo(new Done());
        assertThat(update(Optional.empty(), Optional.of("d0"), TIERS)).isEqualTo(new Done());
    }

    @Test
    void update_ofATenantWithOtherInputs_starts_alsoAtTheSameVersion() {
        Start start = new Start(1, 1);
        assertThat(update(Optional.of("premium"), Optional.of("d1"), TIERS))
                .as("another tier or other parameters")
                .isEqualTo(start);
        assertThat(update(Optional.of("premium"), Optional.empty(), TIERS))
                .as("the built-in template")
                .isEqualTo(start);
        assertThat(update(Optional.of("gold"), Optional.empty(), TIERS))
                .as("a tier that the stage has no more, whose run says so")
                .isEqualTo(start);
        assertThat(update(Optional.of("premium"), Optional.of("d2"), StackInputs.BUILT_IN))
                .as("back to the built-in template")
                .isEqualTo(start);
        assertThat(OperationDecision.toUpdate(tenant(OLDER, Optional.of("premium"), Optional.of("d2")), CURRENT, TIERS))
                .isEqualTo(start);
    }

    @Test
    void update_withTheBuiltInTemplate_ignoresTiers() {
        assertThat(update(Optional.of("premium"), Optional.empty(), StackInputs.BUILT_IN))
                .isEqualTo(new Done());
    }
}
