package dev.backplane.pool.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.Lease;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.access.AccountCloud.Answer;
import dev.backplane.pool.api.RevokeSessionsHandler;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RevocationTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String NONE_FAILED = "{\"batchItemFailures\":[]}";

    private AccessFixture access;
    private Lease lease;

    @BeforeEach
    void open() {
        access = new AccessFixture(DYNAMO);
        lease = access.stores.lease("ann@x.io");
        assertThat(access.issue(lease).status()).isEqualTo(200);
        access.advance(Duration.ofMinutes(1));
    }

    private void end() {
        assertThat(access.end(lease).status()).isEqualTo(200);
    }

    private void assertRevoked() {
        assertThat(access.revocation()).isEqualTo("done");
        assertThat(access.cloud.policies(AccessFixture.ACCOUNT)).isNotEmpty();
        assertThat(access.unrevoked().body()).contains("\"count\":0");
    }

    @Test
    void accountWhoseLeaseIssuedCredentials_becomesAvailableOnlyAfterTheRevocation() {
        end();
        assertThat(access.account().member("revocation").compact())
                .isEqualTo("{\"status\":\"pending\",\"since\":\"2026-01-05T00:01:00.000Z\"}");
        assertThat(access.mark("available").code()).isEqualTo("REVOCATION_PENDING");
        access.advance(Duration.ofSeconds(1));

        assertThat(access.deliver()).isEqualTo(NONE_FAILED);

        assertThat(access.cloud.policies(AccessFixture.ACCOUNT))
                .containsExactly(Map.entry(
                        "backplane-revoked-2026-01-05T00-01-01.000Z",
                        "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Action\":\"*\","
                                + "\"Resource\":\"*\",\"Condition\":{\"DateLessThan\":"
                                + "{\"aws:TokenIssueTime\":\"2026-01-05T00:01:01.000Z\"}}}]}"));
        assertThat(access.account().member("revocation").compact())
                .isEqualTo("{\"status\":\"done\",\"since\":\"2026-01-05T00:01:01.000Z\"}");
        assertThat(access.mark("available").status()).isEqualTo(200);
    }

    @Test
    void cleanup_cannotSucceedWhileTheRevocationIsPending() {
        end();
        AttemptId attempt = access.stores.startCleanup(1);
        Cleanup.Result result = new Cleanup.Result(attempt, true);

        assertThat(access.stores.cleanups.finishCleanup(
                        StoreFixture.account(1), result, Optional.empty(), StoreFixture.BY))
                .isInstanceOf(StateOutcome.RevocationPending.class);
        access.deliver();
        assertThat(access.stores.cleanups.finishCleanup(
                        StoreFixture.account(1), result, Optional.empty(), StoreFixture.BY))
                .isInstanceOf(StateOutcome.InState.class);
    }

    @Test
    void leaseWithoutCredentials_needsNoRevocation() {
        end();
        access.deliver();
        access.mark("available");
        Lease other = access.stores.lease("bea@x.io");
        access.end(other);

        assertThat(access.revocation()).isEqualTo("done");
        assertThat(access.mark("available").status()).isEqualTo(200);
    }

    @Test
    void repeatedAndLateDeliveries_changeNothing() {
        end();
        access.deliver();
        int calls = access.cloud.calls().size();
        access.mark("available");
        Lease next = access.stores.lease("bea@x.io");

        assertThat(access.deliver()).isEqualTo(NONE_FAILED);
        assertThat(access.cloud.calls()).as("no call to AWS").hasSize(calls);
        assertThat(access.issue(next).status()).isEqualTo(200);
    }

    @Test
    void revocationThatIsRequiredMeanwhile_isDoneToo_andNeverWithAnEarlierTime() {
        assertThat(access.setMembers(lease, "\"bea@x.io\"").status()).isEqualTo(200);
        access.setMembers(lease, "");
        assertThat(access.revocation()).isEqualTo("pending");
        AtomicInteger puts = new AtomicInteger();
        access.cloud.before("PutRolePolicy", () -> {
            if (puts.incrementAndGet() == 1) {
                access.advance(Duration.ofSeconds(5));
                end();
            }
        });

        assertThat(access.deliver()).isEqualTo(NONE_FAILED);

        assertRevoked();
        assertThat(access.cloud.policies(AccessFixture.ACCOUNT).lastKey())
                .isEqualTo("backplane-revoked-2026-01-05T00-01-05.000Z");
    }

    @Test
    void lateCall_thatWasOvertaken_leavesTheLaterTimeInPlace() {
        end();
        AtomicInteger puts = new AtomicInteger();
        access.cloud.before("PutRolePolicy", () -> {
            if (puts.incrementAndGet() == 1) {
                access.advance(Duration.ofSeconds(5));
                access.deliver();
            }
        });

        assertThat(access.deliver()).isEqualTo(NONE_FAILED);

        assertRevoked();
        assertThat(access.cloud.policies(AccessFixture.ACCOUNT).lastKey())
                .isEqualTo("backplane-revoked-2026-01-05T00-01-05.000Z");
    }

    @Test
    void manyRevocationsInOneHour_fitIntoTheRole() {
        for (int i = 0; i < 100; i++) {
            access.setMembers(lease, "\"bea@x.io\"");
            access.setMembers(lease, "");
            access.advance(Duration.ofSeconds(1));
            access.deliver();
        }

        NavigableMap<String, String> policies = access.cloud.policies(AccessFixture.ACCOUNT);
        assertThat(policies.lastKey()).isEqualTo("backplane-revoked-2026-01-05T00-02-40.000Z");
        assertThat(String.join("", policies.values())).hasSizeLessThan(10_240 / 2);
    }

    @Test
    void policies_areDeletedWhenTheSessionsThatTheyDenyHaveEnded() {
        end();
        access.deliver();
        for (int minutes : new int[] {30, 31}) {
            access.mark("available");
            access.advance(Duration.ofMinutes(minutes));
            Lease next = access.stores.lease("ann@x.io");
            access.issue(next);
            access.end(next);
            access.deliver();
        }

        assertThat(access.cloud.policies(AccessFixture.ACCOUNT).keySet())
                .containsExactly(
                        "backplane-revoked-2026-01-05T00-31-00.000Z", "backplane-revoked-2026-01-05T01-02-00.000Z");
    }

    @ParameterizedTest
    @CsvSource({"AssumeRole, 403, AccessDenied", "PutRolePolicy, 404, NoSuchEntity", "PutRolePolicy, 409, LimitExceeded"
    })
    void accountThatRefuses_staysPending_isListed_andDoesNotDelayOthers(String action, int status, String code) {
        end();
        access.cloud.fail(called -> called.equals(action) ? new Answer(status, code) : Answer.NONE);

        assertThat(access.deliver()).isEqualTo(NONE_FAILED);
        assertThat(access.platform.lines())
                .last()
                .asString()
                .contains("revocationsRefused")
                .contains(code);
        assertThat(access.revocation()).isEqualTo("pending");
        assertThat(access.unrevoked().body()).contains(AccessFixture.ACCOUNT);
        assertThat(access.mark("available").code()).isEqualTo("REVOCATION_PENDING");
        assertThat(access.retry().code()).isEqualTo("ACCESS_DENIED_BY_ACCOUNT");

        access.cloud.fail(_ -> Answer.NONE);
        assertThat(access.retry().status()).isEqualTo(200);
        assertRevoked();
        assertThat(access.retry().status()).as("repeated").isEqualTo(200);
        assertThat(access.stores.verify(false).isConsistent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "AssumeRole, 400, Throttling",
        "ListRolePolicies, 500, ServiceFailure",
        "PutRolePolicy, 409, ConcurrentModification",
        "PutRolePolicy, -1, ''"
    })
    void temporaryFailure_isRetriedByTheStream(String action, int status, String code) {
        end();
        access.cloud.fail(called -> called.equals(action) ? new Answer(status, code) : Answer.NONE);

        assertThat(access.deliver()).contains("itemIdentifier");
        assertThat(access.revocation()).isEqualTo("pending");
        assertThat(access.unrevoked().body()).contains("\"count\":0");

        access.cloud.fail(_ -> Answer.NONE);
        assertThat(access.deliver()).isEqualTo(NONE_FAILED);
        assertRevoked();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AssumeRole", "ListRolePolicies", "PutRolePolicy"})
    void crash_isRepairedByTheNextDelivery(String action) {
        end();
        access.cloud.before(action, () -> {
            throw new FaultInjection.Crash("crash before the call");
        });
        assertThatThrownBy(access::deliver).isInstanceOf(FaultInjection.Crash.class);
        assertThat(access.revocation()).isEqualTo("pending");

        access.cloud.before("", () -> {});
        assertThat(access.deliver()).isEqualTo(NONE_FAILED);
        assertRevoked();
    }

    @Test
    void manyRevokers_andNewRequirements_endWithTheLatestTime() {
        Threads.race(6, thread -> {
            for (int i = 0; i < 5; i++) {
                if (thread == 0) {
                    access.setMembers(lease, "\"bea@x.io\"");
                    access.setMembers(lease, "");
                    access.advance(Duration.ofSeconds(1));
                } else {
                    access.deliver();
                }
            }
            return "";
        });
        access.deliver();

        assertRevoked();
        String last = access.cloud.policies(AccessFixture.ACCOUNT).lastKey();
        assertThat(last).isGreaterThanOrEqualTo("backplane-revoked-2026-01-05T00-01-04.000Z");
    }

    @Test
    void removal_waitsUntilNoSessionCanBeLeft() {
        end();
        assertThat(access.remove().code()).isEqualTo("REVOCATION_PENDING");

        access.advance(Duration.ofMinutes(60));
        assertThat(access.remove().status()).isEqualTo(204);
        assertThat(access.deliver()).as("late").isEqualTo(NONE_FAILED);
        assertThat(access.retry().code()).isEqualTo("ACCOUNT_NOT_FOUND");
    }

    @Test
    void retry_withoutRoles_isNotConfigured() {
        end();

        assertThat(AccessFixture.of(RevokeSessionsHandler.OPERATION, AccessFixture.ACCOUNT)
                        .send(new RevokeSessionsHandler(access.stores.platform().platform()))
                        .code())
                .isEqualTo("ACCESS_NOT_CONFIGURED");
    }
}
