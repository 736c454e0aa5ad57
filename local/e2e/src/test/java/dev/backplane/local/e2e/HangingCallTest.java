package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests functions whose calls take too long, as on overloaded engines. */
class HangingCallTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void aCallThatHangs_isGivenUpBeforeTheFunctionsTimeIsOver() {
        SUITE.server()
                .cloud()
                .faults()
                .answer(1, call -> call.session().endsWith("-ListDeployments") && hang(), "InternalServerError");
        try {
            Answer answer = SUITE.api().get("/deployments");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("UNAVAILABLE");
            assertThat(answer.header("retry-after")).contains("5");
        } finally {
            end.countDown();
        }
        assertThat(SUITE.api().get("/deployments").status()).isEqualTo(200);
    }

    /** Ends like a call to an engine that the SDK interrupts. */
    private boolean hang() {
        try {
            end.await();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while hanging"));
        }
    }
}
