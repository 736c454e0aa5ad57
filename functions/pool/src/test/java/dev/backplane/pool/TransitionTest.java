package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TransitionTest {

    /** Every allowed step, as the contract lists them; adding and removing are no transitions. */
    @Test
    void transitions_areThoseOfTheContract() {
        TreeSet<String> steps = Arrays.stream(Transition.values())
                .flatMap(transition -> transition.from().stream()
                        .map(from -> from.value() + "→" + transition.to().value()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(steps)
                .containsExactlyInAnyOrder(
                        "initial→cleaning",
                        "dirty→cleaning",
                        "failed→cleaning",
                        "cleaning→available",
                        "cleaning→dirty",
                        "cleaning→failed",
                        "initial→available",
                        "dirty→available",
                        "failed→available",
                        "available→leased",
                        "leased→dirty",
                        "available→dirty",
                        "available→failed",
                        // Only in a stage that cleans accounts itself.
                        "initial→dirty",
                        "failed→dirty",
                        "dirty→dirty",
                        "dirty→failed");
    }

    @Test
    void byHand_onlyThreeStatesCanBeSet() {
        assertThat(Arrays.stream(AccountState.values())
                        .filter(state -> Transition.byOperator(state).isPresent()))
                .containsExactly(AccountState.AVAILABLE, AccountState.DIRTY, AccountState.FAILED);
    }

    @Test
    void states_areKnownByTheirWords() {
        for (AccountState state : AccountState.values()) {
            assertThat(AccountState.parse(state.value())).isEqualTo(state);
        }
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> AccountState.parse("AVAILABLE"))
                .withMessage("must be one of initial, available, leased, dirty, cleaning, failed");
    }

    @Test
    void reasons_areKnownByTheirWords_andCallersCannotExpire() {
        for (EndReason reason : EndReason.values()) {
            assertThat(EndReason.parse(reason.value())).isEqualTo(reason);
        }
        assertThat(EndReason.parseRequested("revoked")).isEqualTo(EndReason.REVOKED);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> EndReason.parseRequested("expired"));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> EndReason.parse("lost"));
    }
}
