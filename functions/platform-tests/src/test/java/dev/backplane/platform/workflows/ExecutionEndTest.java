package dev.backplane.platform.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue.Obj;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionEndTest {

    @Test
    void event_isReadInFull() {
        ExecutionEnd end = ExecutionEnd.parse("""
                {"detail": {"executionArn": "e", "stateMachineArn": "m", "status": "FAILED", "input": "{}",
                            "error": "Broken", "cause": "It broke.", "startDate": 1767571200000}}
                """);

        assertThat(end.execution()).isEqualTo("e");
        assertThat(end.machine()).isEqualTo("m");
        assertThat(end.status()).isEqualTo("FAILED");
        assertThat(end.input()).isEqualTo("{}");
        assertThat(end.inputObject()).isEqualTo(new Obj(Map.of()));
        assertThat(end.error()).contains("Broken");
        assertThat(end.cause()).contains("It broke.");
        assertThat(end.started()).contains(Instant.parse("2026-01-05T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"detail\":{}}", "{\"detail\":{\"error\":null,\"cause\":\" \",\"startDate\":null}}"})
    void event_withoutErrorCauseAndStart_hasNone(String event) {
        ExecutionEnd end = ExecutionEnd.parse(event);

        assertThat(end.error()).isEmpty();
        assertThat(end.cause()).isEmpty();
        assertThat(end.started()).isEmpty();
        assertThatThrownBy(end::status)
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("event without status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "[]", "{}", "{\"detail\":\"text\"}"})
    void textOfAnotherForm_isInvalid(String event) {
        assertThatThrownBy(() -> ExecutionEnd.parse(event)).isInstanceOf(InvalidValueException.class);
    }
}
