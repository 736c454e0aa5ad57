package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.testing.PatientDynamo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

class LimitedConflictsTest {

    private static final Map<String, AttributeValue> KEY = Values.key("p", "s");
    private static final Item ITEM =
            Item.builder().text("PK", "p").text("SK", "s").build();
    private static final Transaction PUT = new Transaction();

    static {
        PUT.put("table", ITEM);
    }

    private final ScriptedDynamo script = new ScriptedDynamo();
    private final Dynamo dynamo = PatientDynamo.over(script.client(), _ -> {});

    @Test
    void transact_whenConflictsAreLimited_isContendedAfterThatManyTries() {
        script.cancels("TransactionConflict");

        assertThatThrownBy(
                        () -> dynamo.tryingConflicts(3, Duration.ofMillis(30)).transact(PUT))
                .isInstanceOf(Unavailable.class);
        assertThat(script.calls()).isEqualTo(3);
    }

    @Test
    void getTogether_whenItConflictsWithAWriter_readsAgain() {
        script.cancels("None", "TransactionConflict")
                .answers(TransactGetItemsResponse.builder()
                        .responses(
                                ItemResponse.builder().item(ITEM.attributes()).build(),
                                ItemResponse.builder().build())
                        .build());

        assertThat(dynamo.getTogether("table", List.of(KEY, KEY))).containsExactly(Optional.of(ITEM), Optional.empty());
        assertThat(script.calls()).isEqualTo(2);
    }

    @Test
    void getTogether_whenItCanNeverSucceed_isAFault() {
        script.cancels("ValidationError", "None");

        assertThatThrownBy(() -> dynamo.getTogether("table", List.of(KEY, KEY)))
                .isInstanceOf(IllegalStateException.class);
    }
}
