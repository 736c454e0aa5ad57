package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.OpenApi.Described;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AccessTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private static final OpenApi DESCRIPTION = OpenApi.read();

    static List<Described> operations() {
        return DESCRIPTION.operations();
    }

    @Test
    void theDescriptionsOperations_areTheTemplatesRoutes() {
        assertThat(DESCRIPTION.routeKeys())
                .as("Each x-route-key in docs/openapi")
                .containsExactlyInAnyOrderElementsOf(SUITE.server().routeKeys());
    }

    @Test
    void theDescriptionsReferences_leadToComponents() {
        assertThat(DESCRIPTION.danglingReferences()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperation_withoutAToken_is401(Described operation) {
        Api api = SUITE.api();
        assertThat(call(api.anonymous(), operation)).isEqualTo(401);
        assertThat(call(api.withToken("garbage"), operation)).isEqualTo(401);
        assertThat(call(api.withToken(unsigned(SUITE.server().token())), operation))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperation_withAnotherScopeOnly_is403(Described operation) {
        String others = operations().stream()
                .flatMap(each -> each.scopes().stream())
                .filter(scope -> !operation.scopes().contains(scope))
                .distinct()
                .collect(Collectors.joining(" "));
        assertThat(call(SUITE.api().withScope(others), operation)).isEqualTo(403);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperation_withOneOfItsScopes_isReached(Described operation) {
        for (String scope : operation.scopes()) {
            int status = call(SUITE.api().withScope(scope), operation);
            assertThat(status).as(scope).isNotEqualTo(401);
            // The function rejects a person's token, because the requested resources belong to others.
            if (!scope.endsWith(".self")) {
                assertThat(status).as(scope).isNotEqualTo(403);
            }
        }
    }

    private static int call(Api api, Described operation) {
        String path = operation
                .path()
                .replace("{basePath+}", "none")
                .replace("{user}", "me")
                .replaceAll("\\{[A-Za-z]+}", "none.example.com");
        return api.send(operation.method(), path, operation.method().startsWith("P") ? "{}" : null)
                .status();
    }

    /** Returns a token that claims to need no signature. */
    private static String unsigned(String token) {
        String header = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
        return header + token.substring(token.indexOf('.'), token.lastIndexOf('.') + 1);
    }
}
