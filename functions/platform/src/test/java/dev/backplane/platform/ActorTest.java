package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActorTest {

    @ParameterizedTest
    @ValueSource(strings = {"user:ann@example.com", "client:1example23456789", "system:LeaseSweeper", "user:a:b"})
    void parse_readsWhatTextWrote(String text) {
        assertThat(Actor.parse(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann", ":ann", "admin:ann", "USER:ann"})
    void parse_whenItIsNoActor_throws(String text) {
        assertThatThrownBy(() -> Actor.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void json_hasTheTypeInLowerCase() {
        String json = Json.write(Actor.system("LeaseSweeper"));

        assertThat(json).isEqualTo("{\"type\":\"system\",\"id\":\"LeaseSweeper\"}");
        assertThat(Json.read(Actor.class, json.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Actor.system("LeaseSweeper"));
    }
}
