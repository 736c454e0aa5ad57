package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests functions whose calls take too long, as on overloaded engines. */
class HangingCallTest {

    /** A second more than routes have, as a suite of tests gives routes more time than that. */
    private static final int TIMEOUT_SECONDS = 11;

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void aCallThatHangs_isGivenUpBeforeTheFunctionsTimeIsOver() {
        try (LocalServer server = Suite.serve(
                LocalCloud.Options.of(Suite.TEMPLATES).withEdit(Suite.timeout("ListDeployments", TIMEOUT_SECONDS)))) {
            server.cloud()
                    .faults()
                    .answer(1, call -> call.session().endsWith("-ListDeployments") && hang(), "InternalServerError");
            Api api = new Api(server.address(), server.token());
            try {
                Answer answer = api.get("/deployments");

                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.code()).isEqualTo("UNAVAILABLE");
                assertThat(answer.header("retry-after")).contains("5");
            } finally {
                end.countDown();
            }
            assertThat(api.get("/deployments").status()).isEqualTo(200);
        }
    }

    /** Each call is shorter than the limit of a call and than the function's time, but not all of them together. */
    @Test
    void aClaimOfSlowCalls_isAnsweredBeforeTheFunctionsTimeIsOver() {
        try (LocalServer server =
                Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withEdit(Suite.timeout("CreateLease", 4)))) {
            PoolAccounts pool = new PoolAccounts(server);
            pool.available();
            server.cloud()
                    .faults()
                    .answer(1, call -> call.session().endsWith("-CreateLease") && delay(), "InternalServerError");

            Answer answer = pool.lease(PoolAccounts.newUser());

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("UNAVAILABLE");
            assertThat(answer.header("retry-after")).contains("5");
        }
    }

    private boolean hang() {
        return interruptibly(end::await);
    }

    private boolean delay() {
        return interruptibly(() -> end.await(2_500, TimeUnit.MILLISECONDS));
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Ends like a call to an engine that the SDK interrupts. */
    private static boolean interruptibly(Wait wait) {
        try {
            wait.run();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while hanging"));
        }
    }
}
