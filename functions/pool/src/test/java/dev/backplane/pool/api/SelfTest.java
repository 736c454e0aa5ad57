package dev.backplane.pool.api;

import static dev.backplane.pool.api.ApiFixture.SELF;
import static dev.backplane.pool.api.ApiFixture.lease;
import static dev.backplane.pool.api.ApiFixture.ofUser;
import static dev.backplane.pool.api.ApiFixture.withId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SelfTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String BILL = "{\"userId\":\"bill@x.io\"}";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void self_actsOnWhatIsTheirs() {
        api.stores.fill(2);

        GatewayResponse created = api.create(lease(BILL).scopes(SELF).sub("Bill@x.io"));
        assertThat(created.status()).isEqualTo(201);
        String id = created.text("leaseId");
        assertThat(api.get(withId(GetLeaseHandler.OPERATION, id).scopes(SELF).sub("bill@x.io"))
                        .status())
                .isEqualTo(200);
        assertThat(api.user(ofUser("bill@x.io").scopes(SELF).sub("bill@x.io")).status())
                .isEqualTo(200);
        assertThat(api.extend(withId(ExtendLeaseHandler.OPERATION, id)
                                .body("{\"extendMinutes\":5}")
                                .scopes(SELF)
                                .sub("bill@x.io"))
                        .status())
                .isEqualTo(200);
        assertProblem(
                api.end(withId(EndLeaseHandler.OPERATION, id)
                        .query("reason=revoked")
                        .scopes(SELF)
                        .sub("bill@x.io")),
                403,
                "FORBIDDEN");
        assertThat(api.end(withId(EndLeaseHandler.OPERATION, id).scopes(SELF).sub("bill@x.io"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void self_isToldTheSameOfWhatIsAnothersAndOfWhatIsNot() {
        api.stores.fill(2);
        Lease others = api.stores.lease("ann@x.io");
        var before = api.stores.contents();

        for (String id : new String[] {others.id().value(), "none"}) {
            GatewayResponse got =
                    api.get(withId(GetLeaseHandler.OPERATION, id).scopes(SELF).sub("bill@x.io"));
            GatewayResponse ended =
                    api.end(withId(EndLeaseHandler.OPERATION, id).scopes(SELF).sub("bill@x.io"));
            GatewayResponse extended = api.extend(withId(ExtendLeaseHandler.OPERATION, id)
                    .body("{\"extendMinutes\":5}")
                    .scopes(SELF)
                    .sub("bill@x.io"));
            assertProblem(got, 403, "FORBIDDEN");
            assertThat(ended).isEqualTo(got);
            assertThat(extended).isEqualTo(got);
        }
        GatewayResponse known = api.user(ofUser("ann@x.io").scopes(SELF).sub("bill@x.io"));
        assertProblem(known, 403, "FORBIDDEN");
        assertThat(api.user(ofUser("nobody").scopes(SELF).sub("bill@x.io"))).isEqualTo(known);
        assertProblem(api.create(lease(BILL).scopes(SELF).sub("ann@x.io")), 403, "FORBIDDEN");
        assertProblem(api.create(lease(BILL).scopes(SELF)), 403, "FORBIDDEN");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void self_isCheckedBeforeAnyRead_whereTheUserIsInTheRequest() {
        int calls = api.stores.calls();

        api.user(ofUser("ann@x.io").scopes(SELF).sub("bill@x.io"));
        api.create(lease(BILL).scopes(SELF).sub("ann@x.io"));

        assertThat(api.stores.calls()).isEqualTo(calls);
    }

    @Test
    void whoeverMayWrite_actsForAnybody_alsoWithSelf() {
        api.stores.fill(1);

        assertThat(api.create(lease(BILL).scopes(SELF, "backplane/pool.write").sub("machine"))
                        .status())
                .isEqualTo(201);
        assertProblem(api.create(lease(BILL).scopes("backplane/pool.read")), 403, "INSUFFICIENT_SCOPE");
        assertThat(api.stores.ids(AccountState.LEASED)).hasSize(1);
    }
}
