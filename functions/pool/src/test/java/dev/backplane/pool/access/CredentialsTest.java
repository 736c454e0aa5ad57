package dev.backplane.pool.access;

import static dev.backplane.pool.access.AccessFixture.issuing;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.access.AccountCloud.Answer;
import dev.backplane.pool.api.IssueCredentialsHandler;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String OWNER = "ann@x.io";

    private AccessFixture access;
    private Lease lease;

    @BeforeEach
    void open() {
        access = new AccessFixture(DYNAMO);
        lease = access.stores.lease(OWNER);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.body()).doesNotContain(AccountCloud.SECRET);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void owner_getsCredentialsForTheAccount_untilTheSessionEnds() {
        GatewayResponse answer = access.issueTo(OWNER, lease);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"accessKeyId":"ASIA1","secretAccessKey":"very-secret-1","sessionToken":"very-secret-token-1",
                 "expiresAt":"2026-01-05T01:00:00.000Z","accountId":"000000000001",
                 "roleArn":"arn:aws:iam::000000000001:role/access"}""");
        assertThat(answer.header("cache-control")).contains("no-store");
        assertThat(access.cloud.calls()).singleElement().satisfies(call -> {
            assertThat(call)
                    .containsEntry("RoleArn", "arn:aws:iam::000000000001:role/access")
                    .containsEntry("ExternalId", "external")
                    .containsEntry("DurationSeconds", "3600")
                    .containsEntry("Tags.member.1.Key", "backplane-caller")
                    .containsEntry("Tags.member.1.Value", OWNER);
            assertThat(call.get("RoleSessionName")).matches("ann@x\\.io-[0-9a-f]{24}");
            assertThatJson(call.get("Policy")).isEqualTo("""
                    {"Version":"2012-10-17","Statement":[
                      {"Effect":"Allow","Action":"*","Resource":"*"},
                      {"Effect":"Deny","Action":"*","Resource":"*","Condition":
                        {"DateGreaterThanEquals":{"aws:CurrentTime":"2026-01-05T08:00:00.000Z"}}}]}""");
        });
    }

    @Test
    void credentials_ofALeaseThatEndsSoon_endWithIt() {
        access.advance(Duration.ofMinutes(475));

        assertThat(access.issue(issuing(lease).body("{\"durationMinutes\":15}")).text("expiresAt"))
                .as("STS answers with a fixed time here")
                .isEqualTo("2026-01-05T01:00:00.000Z");
        assertThat(access.cloud.calls().getFirst().get("DurationSeconds")).isEqualTo("900");
        assertThat(access.cloud.calls().getFirst().get("Policy")).contains("2026-01-05T08:00:00.000Z");
    }

    @Test
    void expiresAt_isTheEndOfTheLease_ifThatIsEarlier() {
        access.end(lease);
        access.stores.fill(1);
        Lease shorter = access.stores.lease("bea@x.io", 30);

        assertThat(access.issue(shorter).text("expiresAt")).isEqualTo("2026-01-05T00:30:00.000Z");
    }

    @Test
    void member_getsCredentials_andOthersDoNot() {
        assertThat(access.setMembers(lease, "\"bea@x.io\"").status()).isEqualTo(200);

        assertThat(access.issueTo("bea@x.io", lease).status()).isEqualTo(200);
        assertProblem(access.issueTo("eve@x.io", lease), 403, "FORBIDDEN");
        assertProblem(
                access.issue(AccessFixture.of(IssueCredentialsHandler.OPERATION, "unknown")
                        .scopes(AccessFixture.SELF)
                        .sub("eve@x.io")),
                403,
                "FORBIDDEN");
        assertThat(access.cloud.calls()).hasSize(1);
    }

    @Test
    void unknownLease_isNotFound() {
        HttpCall call = AccessFixture.of(IssueCredentialsHandler.OPERATION, "unknown");

        assertProblem(access.issue(call), 404, "LEASE_NOT_FOUND");
    }

    @Test
    void endedLease_isNotActive_evenBeforeTheSweep() {
        access.advance(Duration.ofHours(8));
        assertProblem(access.issue(lease), 409, "LEASE_NOT_ACTIVE");

        access.end(lease);
        assertProblem(access.issue(lease), 409, "LEASE_NOT_ACTIVE");
        assertThat(access.cloud.calls()).isEmpty();
        assertThat(access.revocation()).isEqualTo("none");
    }

    @Test
    void withoutRoles_accessIsNotConfigured_andNothingIsRecorded() {
        GatewayResponse answer = issuing(lease)
                .send(new IssueCredentialsHandler(access.stores.platform().platform()));

        assertProblem(answer, 409, "ACCESS_NOT_CONFIGURED");
        access.end(lease);
        assertThat(access.revocation()).isEqualTo("none");
        assertProblem(
                issuing(lease)
                        .send(new IssueCredentialsHandler(
                                access.stores.platform().platform())),
                409,
                "LEASE_NOT_ACTIVE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"14", "61", "\"20\"", "null, \"other\": 1"})
    void duration_isCheckedFirst(String minutes) {
        assertProblem(
                access.issue(issuing(lease).body("{\"durationMinutes\":" + minutes + "}")), 400, "INVALID_REQUEST");
        assertThat(access.stores
                        .leases
                        .getLease(lease.id())
                        .orElseThrow()
                        .lease()
                        .usage()
                        .issued())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"403, AccessDenied", "403, RegionDisabledException"})
    void account_thatRefuses_isNamedWithTheReason_andOnlyTheLogHasTheMessage(int status, String code) {
        access.cloud.fail(_ -> new Answer(status, code));

        GatewayResponse answer = access.issue(lease);

        assertProblem(answer, 502, "ACCESS_DENIED_BY_ACCOUNT");
        assertThat(answer.text("reason")).isEqualTo(code);
        assertThat(answer.text("accountId")).isEqualTo("000000000001");
        assertThat(answer.body()).doesNotContain("secret-role");
        assertThat(access.platform.lines()).last().asString().contains("secret-role & more");
    }

    @ParameterizedTest
    @CsvSource({"400, Throttling, 503, THROTTLED", "503, ServiceUnavailable, 503, THROTTLED", "-1, '', 503, UNAVAILABLE"
    })
    void sts_thatIsOverloadedOrSilent_isUnavailable(int status, String code, int answered, String problem) {
        access.cloud.fail(_ -> new Answer(status, code));

        assertProblem(access.issue(lease), answered, problem);
    }

    @Test
    void callThatIsWrong_isAFault() {
        access.cloud.fail(_ -> new Answer(400, "ValidationError"));

        assertProblem(access.issue(lease), 500, "INTERNAL");
    }

    @Test
    void issue_isRecordedOnce_andBeforeStsIsCalled() {
        access.cloud.before("AssumeRole", () -> assertThat(item()).contains("issued"));
        access.issue(lease);
        String first = item();
        access.advance(Duration.ofMinutes(1));

        assertThat(access.issue(lease).status()).isEqualTo(200);
        assertThat(item()).isEqualTo(first);
    }

    private String item() {
        return access.stores
                .item(PoolKey.of(lease.id()))
                .orElseThrow()
                .attributes()
                .toString();
    }

    @Test
    void leaseThatEndsWhileStsAnswers_givesNothing_andItsSessionsAreRevoked() {
        access.cloud.before("AssumeRole", () -> access.end(lease));

        assertProblem(access.issue(lease), 409, "LEASE_NOT_ACTIVE");
        assertThat(access.revocation()).isEqualTo("pending");
    }

    @Test
    void leaseThatExpiresWhileStsAnswers_givesNothing() {
        access.cloud.before("AssumeRole", () -> access.advance(Duration.ofHours(8)));

        assertProblem(access.issue(lease), 409, "LEASE_NOT_ACTIVE");
    }

    @Test
    void memberWhoIsRemovedWhileStsAnswers_getsNothing_andSessionsAreRevoked() {
        access.setMembers(lease, "\"bea@x.io\"");
        access.cloud.before("AssumeRole", () -> access.setMembers(lease, ""));

        assertProblem(access.issueTo("bea@x.io", lease), 403, "FORBIDDEN");
        assertThat(access.revocation()).isEqualTo("pending");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void crash_beforeOrAfterStsAnswers_stillLeadsToARevocation(boolean lost) {
        if (lost) {
            access.cloud.fail(_ -> Answer.LOST);
            assertProblem(access.issue(lease), 503, "UNAVAILABLE");
        } else {
            access.cloud.before("AssumeRole", () -> {
                throw new FaultInjection.Crash("crash before the call");
            });
            assertThatThrownBy(() -> access.issue(lease)).isInstanceOf(FaultInjection.Crash.class);
        }

        access.end(lease);
        assertThat(access.revocation()).isEqualTo("pending");
    }

    @Test
    void credentialsAgainstTheEnd_areIssuedBeforeItOrNotAtAll() {
        for (int round = 0; round < 20; round++) {
            access.stores.clear();
            access.stores.fill(1);
            Lease raced = access.stores.lease(OWNER);
            List<GatewayResponse> answers = Threads.race(
                            5, thread -> thread == 0 ? access.end(raced) : access.issue(raced))
                    .results();

            List<GatewayResponse> issued = answers.subList(1, answers.size());
            assertThat(issued).extracting(GatewayResponse::status).isSubsetOf(200, 409, 503);
            if (issued.stream().anyMatch(answer -> answer.status() == 200)) {
                assertThat(access.revocation()).isEqualTo("pending");
            }
            assertThat(answers.getFirst().status()).isEqualTo(200);
            assertProblem(access.issue(raced), 409, "LEASE_NOT_ACTIVE");
            assertThat(access.mark("available").status())
                    .isEqualTo(access.revocation().equals("pending") ? 409 : 200);
            assertThat(access.stores.ids(AccountState.AVAILABLE).isEmpty())
                    .isEqualTo(access.revocation().equals("pending"));
        }
    }

    @Test
    void secrets_areInNoLogLineAndNoRow() {
        access.issue(lease);
        access.issueTo(OWNER, lease);
        access.end(lease);
        access.deliver();
        access.retry();

        assertThat(access.platform.lines()).isNotEmpty().noneMatch(line -> line.contains(AccountCloud.SECRET));
        assertThat(access.stores.rows())
                .extracting(row -> row.attributes().toString())
                .noneMatch(row -> row.contains(AccountCloud.SECRET));
        assertThat(new SessionCredentials("id", AccountCloud.SECRET, AccountCloud.SECRET, Instant.EPOCH))
                .asString()
                .doesNotContain(AccountCloud.SECRET);
    }
}
