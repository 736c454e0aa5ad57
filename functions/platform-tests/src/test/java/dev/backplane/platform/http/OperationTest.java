package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationTest {

    @Test
    void of_readsItsRouteKeys() {
        assertThat(Handlers.OPERATION.routes())
                .containsExactly(new Route("GET", "/things/{id}"), new Route("GET", "/things"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /things/{id}", "DELETE /aliases/{hostname}/{basePath+}", "POST /"})
    void key_ofARoute_isWhatItWasReadFrom(String key) {
        assertThat(Route.parse(key).key()).isEqualTo(key);
    }

    @Test
    void of_takesOneScopeOrSeveral() {
        Scope read = Scope.of("things", "read");
        Scope self = Scope.of("things", "self");

        assertThat(Operation.of("GetThing", read, "GET /things").scopes()).containsExactly(read);
        Operation both = Operation.of("GetThing", List.of(read, self), "GET /things");
        assertThat(both.fullScopes()).containsExactly("backplane/things.read", "backplane/things.self");
        assertThat(both.service()).isEqualTo("things");
        assertThatIllegalArgumentException().isThrownBy(() -> Operation.of("GetThing", List.of(), "GET /things"));
    }

    @Test
    void scope_isNamedWithinTheResourceServerAndInFull() {
        Scope scope = Scope.of("things", "read");

        assertThat(scope.name()).isEqualTo("things.read");
        assertThat(scope.full()).isEqualTo("backplane/things.read");
    }
}
