package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.TableClass;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests whose calls to AWS together take longer than the function may run. */
@Timeout(60)
class DeadlineTest {

    private static final TableSpec THINGS = new TableSpec(
            "ThingTable", TableSpec.Key.of("PK", "SK"), List.of(), Optional.empty(), false, TableClass.STANDARD);

    @RegisterExtension
    static final DynamoLocal LOCAL = DynamoLocal.with(THINGS);

    private static final Operation READ = Operation.of("Read", Scope.of("tests", "read"), "GET /things");

    private static HttpHandler reading(Platform platform, Consumer<Dynamo> work) {
        Dynamo dynamo = platform.dynamo();
        return new HttpHandler(platform, READ) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                work.accept(dynamo);
                return HttpResponse.noContent();
            }
        };
    }

    private static void readForEver(Dynamo dynamo) {
        while (true) {
            dynamo.get(LOCAL.table(THINGS), Map.of("PK", Values.text("1"), "SK", Values.text("1")), false);
        }
    }

    private static void assertUnavailable(GatewayResponse answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("UNAVAILABLE");
        assertThat(answer.header("retry-after")).contains("5");
    }

    @Test
    void request_withCallsWithoutEnd_isAnsweredBeforeTheTimeout() {
        TestPlatform test = LOCAL.platform(Map.of());

        assertUnavailable(
                HttpCall.of(READ).send(reading(test.platform(), DeadlineTest::readForEver), Invoke.contextWith(1_500)));
    }

    @Test
    void request_withoutTimeLeft_makesNoCall() {
        TestPlatform test = TestPlatform.withoutAws();

        assertUnavailable(
                HttpCall.of(READ).send(reading(test.platform(), DeadlineTest::readForEver), Invoke.contextWith(1_000)));
        assertThat(test.lines()).singleElement().asString().contains("\"calls\":0.0");
    }
}
