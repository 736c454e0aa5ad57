package dev.backplane.tenants;

import static dev.backplane.tenants.testing.Tenants.INBOUND;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.testing.TestClock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuePoliciesTest {

    private static final String ROLE = "arn:aws:iam::000000000000:role/queues";
    private static final Access RESUMED = new Access(Optional.empty(), Optional.of(TestClock.START), List.of());
    private static final Access SUSPENDED = new Access(
            Optional.of(new Suspension("unpaid", TestClock.START, Actor.user("ann"), TenantState.READY)),
            Optional.of(TestClock.START),
            List.of());

    private static final String ALLOW =
            "{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"*\"},\"Action\":\"sqs:SendMessage\"}";

    private static String change(String current, Access access) {
        return QueuePolicies.change(current, access, INBOUND, ROLE).orElseThrow();
    }

    @Test
    void ofSession_allowsWhatAnInboundQueueIsFor() {
        assertThatJson(QueuePolicies.ofSession(QueueType.INBOUND, INBOUND, false))
                .isEqualTo("""
                {Version:'2012-10-17',Statement:[{Effect:'Allow',Resource:'%s',Action:['sqs:ChangeMessageVisibility',
                 'sqs:DeleteMessage','sqs:GetQueueAttributes','sqs:ReceiveMessage']}]}""".formatted(INBOUND.arn()));
    }

    @Test
    void ofSession_limitsKeysToTheQueue() {
        assertThatJson(QueuePolicies.ofSession(QueueType.OUTBOUND, INBOUND, true))
                .node("Statement")
                .isEqualTo("""
                [{Effect:'Allow',Resource:'%1$s',Action:['sqs:GetQueueAttributes','sqs:SendMessage']},
                 {Effect:'Allow',Resource:'*',Action:['kms:Decrypt','kms:GenerateDataKey'],
                  Condition:{StringEquals:{'kms:EncryptionContext:aws:sqs:arn':'%1$s'}}}]""".formatted(INBOUND.arn()));
    }

    @Test
    void change_ofASuspendedTenant_deniesAllSessionsOfTheRoleAndNobodyElse() {
        assertThatJson(change("", SUSPENDED)).isEqualTo("""
                {Version:'2012-10-17',Statement:[{Sid:'BackplaneSessions',Effect:'Deny',Principal:'*',Action:'sqs:*',
                 Resource:'%s',Condition:{ArnEquals:{'aws:PrincipalArn':'%s'}}}]}""".formatted(INBOUND.arn(), ROLE));
    }

    @Test
    void change_ofAResumedTenant_deniesTheSessionsFromBefore() {
        assertThatJson(change(change("", SUSPENDED), RESUMED))
                .node("Statement[0].Condition")
                .isEqualTo("""
                {ArnEquals:{'aws:PrincipalArn':'%s'},DateLessThan:{'aws:TokenIssueTime':'2026-01-05T00:00:00.000Z'}}""".formatted(ROLE));
    }

    @Test
    void change_keepsTheStatementsOfOthers() {
        String mixed = change("{\"Version\":\"2012-10-17\",\"Statement\":" + ALLOW + "}", SUSPENDED);
        assertThatJson(mixed).node("Statement").isArray().hasSize(2);
        assertThatJson(mixed).node("Statement[0]").isEqualTo(ALLOW);
        assertThatJson(change(mixed, Access.OPEN)).node("Statement").isEqualTo("[" + ALLOW + "]");
    }

    @Test
    void change_toWhatThePolicyIs_isNone() {
        assertThat(QueuePolicies.change("", Access.OPEN, INBOUND, ROLE)).isEmpty();
        assertThat(QueuePolicies.change(change("", RESUMED), RESUMED, INBOUND, ROLE))
                .isEmpty();
        assertThat(change(change("", SUSPENDED), Access.OPEN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T00:00:00.000Z,2026-01-05T00:00:00Z",
        "2026-01-05T00:00:00.001Z,2026-01-05T00:00:01Z",
        "2026-01-05T00:00:00.999Z,2026-01-05T00:00:01Z"
    })
    void sessionsAfter_areFromTheNextSecondOn(String change, String first) {
        Instant from = Access.sessionsAfter(Instant.parse(change));
        assertThat(from).isEqualTo(Instant.parse(first));
        Access access = new Access(Optional.empty(), Optional.of(from), List.of());
        assertThat(access.accepts(from)).isTrue();
        assertThat(access.accepts(from.minusSeconds(1))).isFalse();
        assertThat(SUSPENDED.accepts(from)).isFalse();
    }
}
