package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.ADMIN;
import static dev.backplane.userdata.api.ApiFixture.SELF;
import static dev.backplane.userdata.api.ApiFixture.SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Scope;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose data a token reaches. */
class AccessTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static List<Operation> operations() {
        return List.copyOf(ApiFixture.operations());
    }

    private static List<Operation> ofUsers() {
        return operations().stream()
                .filter(operation -> operation.scopes().contains(Scopes.SELF))
                .filter(operation -> operation.routes().getFirst().path().contains("{user}"))
                .toList();
    }

    private static HttpCall call(Operation operation, String user, String... scopes) {
        return HttpCall.of(operation)
                .path("app", "notes")
                .path("user", user)
                .path("key", "a")
                .sub("ann")
                .scopes(scopes)
                .body("{}");
    }

    @Test
    void self_onAForeignUser_isForbiddenWithoutARead() {
        assertThat(ofUsers()).isNotEmpty().allSatisfy(operation -> {
            GatewayResponse answer = api.send(operation, call(operation, "bob", SELF));

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("FORBIDDEN");
            assertThat(api.stores.test.lines().getLast()).contains("\"calls\":0.0");
        });
    }

    @Test
    void self_onTheirOwn_getsThrough() {
        assertThat(ofUsers()).isNotEmpty().allSatisfy(operation -> {
            assertThat(api.send(operation, call(operation, "ann", SELF)).status())
                    .isNotEqualTo(403);
            assertThat(api.send(operation, call(operation, "me", SELF)).status())
                    .isNotEqualTo(403);
        });
    }

    @Test
    void scopes_otherThanTheOperations_areNotEnough() {
        assertThat(operations()).isNotEmpty().allSatisfy(operation -> {
            List<String> others = Stream.of(SELF, SERVICE, ADMIN)
                    .filter(scope -> !operation.scopes().stream()
                            .map(Scope::full)
                            .toList()
                            .contains(scope))
                    .toList();

            assertThat(api.send(operation, call(operation, "ann", others.toArray(String[]::new)))
                            .code())
                    .isEqualTo("INSUFFICIENT_SCOPE");
        });
    }

    @Test
    void self_isSelfOnly_whereTheOperationDoesNotTakeTheOtherScope() {
        Operation operation = ListUserAppsHandler.OPERATION;

        assertThat(api.send(operation, call(operation, "bob", SELF, SERVICE).body(""))
                        .status())
                .isEqualTo(403);
        assertThat(api.send(operation, call(operation, "bob", SELF, ADMIN).body(""))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void self_withoutASubject_reachesNobody() {
        Operation operation = GetJsonHandler.OPERATION;

        assertThat(api.send(operation, call(operation, "me", SELF).withoutClaim("sub"))
                        .status())
                .isEqualTo(403);
        assertThat(api.send(operation, call(operation, "me", SERVICE).withoutClaim("sub"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void me_isTheTokensSubject() {
        Operation put = PutBehaviorHandler.OPERATION;
        api.send(put, call(put, "me", SELF).body("7"));

        Operation get = GetBehaviorHandler.OPERATION;
        assertThat(api.send(get, call(get, "ann", SERVICE)).body()).isEqualTo("7");
    }

    @Test
    void me_inCapitals_isNobody() {
        assertThat(ofUsers()).isNotEmpty().allSatisfy(operation -> {
            assertThat(api.send(operation, call(operation, "ME", SELF)).status())
                    .isEqualTo(403);
            GatewayResponse answer = api.send(operation, call(operation, "ME", SERVICE, ADMIN));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("must not be me");
        });
    }

    @Test
    void self_withTheKelvinSignForAK_doesNotReachThePersonWithAK() {
        Operation operation = GetJsonHandler.OPERATION;

        assertThat(api.send(operation, call(operation, "\u212Aate", SELF).sub("kate"))
                        .status())
                .isEqualTo(403);
        assertThat(api.send(operation, call(operation, "kate", SELF).sub("\u212Aate"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void foreignUsers_areForbiddenEvenWhereTheRestIsWrong() {
        Operation operation = PutJsonHandler.OPERATION;

        assertThat(api.send(
                                operation,
                                call(operation, "bob", SELF)
                                        .path("key", "~")
                                        .query("x=1")
                                        .body("{"))
                        .status())
                .isEqualTo(403);
        assertThat(api.send(operation, call(operation, "\u0007", SERVICE)).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann/cb/visits?", "a\\b", "a#b", "a%41", "a\nb"})
    void users_withSignsOfPaths_areRefusedWhereverTheyComeFrom(String user) {
        assertThat(ofUsers()).isNotEmpty().allSatisfy(operation -> {
            GatewayResponse named = api.send(operation, call(operation, user, SERVICE, ADMIN));
            GatewayResponse subject =
                    api.send(operation, call(operation, "me", SELF).sub(user));

            assertThat(named.code()).isEqualTo("INVALID_REQUEST");
            assertThat(subject.code()).isEqualTo("INVALID_REQUEST");
            assertThat(subject.body()).contains("\"field\":\"user\"");
        });
    }
}
