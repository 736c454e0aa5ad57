package dev.backplane.tenants.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResponseSenderTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private final FakeAws aws = new FakeAws(DYNAMO);
    private final List<Long> pauses = new ArrayList<>();
    private long remaining = 30_000;

    private void send() {
        ResponseSender sender = new ResponseSender(aws, millis -> {
            pauses.add(millis);
            remaining -= millis;
        });
        sender.send(
                "https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/a",
                new CustomResourceResponse("SUCCESS", null, "tenant-acme", "s", "r", "TenantRecord"),
                () -> remaining);
    }

    @Test
    void anAnswerThatIsTaken_isSentOnce() {
        send();
        assertThat(aws.responses.puts()).hasSize(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void anAnswerThatIsNotTaken_isSentAgainAfterGrowingPauses() {
        aws.responses.refuse(6);
        send();
        assertThat(aws.responses.puts()).hasSize(7);
        assertThat(pauses).containsExactly(200L, 400L, 800L, 1_600L, 3_200L, 5_000L);
    }

    @Test
    void anAnswerThatIsNeverTaken_isGivenUpOnlyWhenTheFunctionsTimeIsNearlyOver() {
        aws.responses.refuse(100);
        assertThatThrownBy(this::send).isInstanceOf(UncheckedIOException.class);
        assertThat(remaining).isBetween(2_000L, 7_000L);
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void withoutTimeLeft_thereIsOneTry() {
        aws.responses.refuse(100);
        remaining = 1_000;
        assertThatThrownBy(this::send).isInstanceOf(UncheckedIOException.class);
        assertThat(aws.responses.puts()).hasSize(1);
    }
}
