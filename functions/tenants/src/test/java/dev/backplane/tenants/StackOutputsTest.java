package dev.backplane.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackOutputsTest {

    @Test
    void outputs_areTexts_sortedByName() {
        assertThat(StackOutputs.of(Map.of("b", "2", "A", ""))).containsExactly(Map.entry("A", ""), Map.entry("b", "2"));
        assertThat(StackOutputs.of(null)).isEmpty();
    }

    @Test
    void twentyOutputs_areAllowed_andNoMore() {
        Map<String, Object> outputs = new HashMap<>();
        for (int i = 0; i < StackOutputs.MAX_COUNT; i++) {
            outputs.put("o" + i, "x".repeat(StackOutputs.MAX_LENGTH));
        }
        assertThat(StackOutputs.of(outputs)).hasSize(20);
        outputs.put("more", "x");
        assertThatThrownBy(() -> StackOutputs.of(outputs)).hasMessage("The stack has more than 20 outputs.");
    }

    @Test
    void outputsOfAnotherForm_areRefusedWithAReason() {
        assertThatThrownBy(() -> StackOutputs.of(Map.of("a-b", "x")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("The name of an output must match ");
        assertThatThrownBy(() -> StackOutputs.of(Map.of("a", List.of("x"))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("The output a must be a string.");
        assertThatThrownBy(() -> StackOutputs.of(Map.of("a", "x".repeat(513))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("The output a must have at most 512 characters.");
    }
}
