package dev.backplane.pool.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Texts with half of a character that takes two, as one that was cut within an emoji has it. */
class HalfCharactersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String ONE = "000000000001";

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
    }

    @Test
    void textsWithHalfACharacter_areRefused_andChangeNothing() {
        api.stores.fill(1);
        api.mark(ONE, "{\"status\":\"dirty\"}");
        String attempt = api.startCleanup(ONE).text("attemptId");
        var before = api.stores.contents();

        assertProblem(api.add("{\"accountId\":\"000000000002\",\"name\":\"x\\ud800\"}"), 400, "INVALID_REQUEST");
        assertProblem(
                api.finishCleanup(ONE, attempt, "{\"result\":\"failed\",\"message\":\"boom \\ud83d\"}"),
                400,
                "INVALID_REQUEST");
        assertProblem(api.addUser("{\"userId\":\"a\\ud800\"}"), 400, "INVALID_REQUEST");
        assertThat(api.stores.contents()).isEqualTo(before);
    }

    @Test
    void textsWithHalfACharacter_thatAreStored_canBeReadAndRemoved() {
        api.stores.fill(1);
        api.stores.put(
                PoolKey.of(new AccountId(ONE)),
                Map.of(
                        "data", AttributeValue.fromS("dirty"),
                        "name", AttributeValue.fromS("x\ud800"),
                        "message", AttributeValue.fromS("boom \ud83d")));

        assertThat(api.account(ONE).status()).isEqualTo(200);
        assertThat(api.mark(ONE, "{\"status\":\"available\"}").status()).isEqualTo(200);
        assertThat(api.remove(ONE).status()).isEqualTo(204);
    }
}
