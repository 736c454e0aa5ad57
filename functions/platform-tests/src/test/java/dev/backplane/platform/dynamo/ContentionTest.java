package dev.backplane.platform.dynamo;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Transaction.Committed;
import dev.backplane.platform.dynamo.Transaction.Reason;
import dev.backplane.platform.dynamo.Transaction.Refused;
import dev.backplane.platform.dynamo.Write.Applied;
import dev.backplane.platform.log.Invocation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Conflicts and throttling, which DynamoDB Local never produces. */
class ContentionTest {

    private static final Map<String, AttributeValue> KEY = Values.key("p", "s");
    private static final Item ITEM =
            Item.builder().text("PK", "p").text("SK", "s").build();
    private static final Transaction PAIR = new Transaction();
    private static final Action PUT = PAIR.put("table", ITEM);
    private static final Action CHECK = PAIR.check("table", KEY, Condition.exists("PK"));
    private static final TransactWriteItemsResponse DONE =
            TransactWriteItemsResponse.builder().build();

    private final ScriptedDynamo script = new ScriptedDynamo();
    private Duration paused = Duration.ZERO;
    private final Dynamo dynamo =
            new Dynamo(script.client(), new Retry(pause -> paused = paused.plus(pause), new Random(1), () -> 0));

    static Stream<Arguments> writes() {
        return Stream.of(
                write(
                        "put",
                        dynamo -> dynamo.put("table", ITEM),
                        PutItemResponse.builder().build()),
                write(
                        "update",
                        dynamo -> dynamo.update("table", KEY, new ItemUpdate().remove("Name")),
                        UpdateItemResponse.builder().build()),
                write(
                        "delete",
                        dynamo -> dynamo.delete("table", KEY, Condition.NONE),
                        DeleteItemResponse.builder().build()));
    }

    private static Arguments write(String name, Function<Dynamo, Write> write, DynamoDbResponse answer) {
        return Arguments.of(Named.of(name, write), answer);
    }

    static Stream<Named<Function<Dynamo, Object>>> calls() {
        return Stream.of(
                Named.of("get", dynamo -> dynamo.get("table", KEY)),
                Named.of("getEach", dynamo -> dynamo.getEach(Map.of("table", KEY))),
                Named.of("getAll", dynamo -> dynamo.getAll("table", List.of(KEY))),
                Named.of(
                        "query",
                        dynamo -> dynamo.query(ItemQuery.of("table", Condition.equal("PK", Values.text("p"))))),
                Named.of("put", dynamo -> dynamo.put("table", ITEM)),
                Named.of("update", dynamo -> dynamo.update("table", KEY, new ItemUpdate().remove("Name"))),
                Named.of("delete", dynamo -> dynamo.delete("table", KEY, Condition.NONE)),
                Named.of("transact", dynamo -> dynamo.transact(PAIR)));
    }

    @Test
    void transact_whenItConflictsTwice_commitsAtTheThirdTry() {
        script.cancels("TransactionConflict", "None")
                .cancels("None", "TransactionConflict")
                .answers(DONE);

        assertThat(dynamo.transact(PAIR)).isEqualTo(new Committed());
        assertThat(script.calls()).isEqualTo(3);
        assertThat(paused).isPositive().isLessThan(Duration.ofMillis(100));
    }

    @Test
    void transact_whenItConflictsForEver_isContendedWithinThreeSeconds() {
        script.cancels("TransactionConflict", "None");

        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> dynamo.transact(PAIR))
                .satisfies(unavailable -> assertThat(unavailable.code()).isEqualTo("CONTENDED"));
        assertThat(paused).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void transact_whenOneActionConflictsAndAnotherIsRefused_isARefusalWithBothReasons() {
        script.cancels(
                CancellationReason.builder().code("TransactionConflict").build(),
                CancellationReason.builder()
                        .code("ConditionalCheckFailed")
                        .item(ITEM.attributes())
                        .build());

        assertThat(dynamo.transact(PAIR)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.reasons())
                    .containsExactly(
                            new Reason.Transient("TransactionConflict"), new Reason.ConditionFailed(Optional.of(ITEM)));
            assertThat(refused.failed(PUT)).isFalse();
            assertThat(refused.held(PUT)).isFalse();
            assertThat(refused.failed(CHECK)).isTrue();
            assertThat(refused.current(PUT)).isEmpty();
            assertThat(refused.current(CHECK)).contains(ITEM);
        });
        assertThat(script.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingError", "ProvisionedThroughputExceeded"})
    void transact_whenItIsCancelledForThrottling_isTriedAgain(String code) {
        script.cancels("None", code).answers(DONE);

        assertThat(dynamo.transact(PAIR)).isEqualTo(new Committed());
        assertThat(script.calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ValidationError", "ItemCollectionSizeLimitExceeded", "SomethingNew"})
    void transact_whenAnActionCanNeverSucceed_isAFault(String code) {
        script.cancels("ConditionalCheckFailed", code);

        assertThatThrownBy(() -> dynamo.transact(PAIR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(code);
        assertThat(script.calls()).isEqualTo(1);
    }

    @Test
    void transact_whenAnEarlierSendOfItIsUnderWay_isAFaultBecauseNobodyKnowsTheOutcome() {
        script.fails(TransactionInProgressException.builder(), "TransactionInProgressException");

        assertThatThrownBy(() -> dynamo.transact(PAIR)).isInstanceOf(TransactionInProgressException.class);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void write_whenItConflictsWithATransaction_isTriedAgain(Function<Dynamo, Write> write, DynamoDbResponse answer) {
        script.fails(TransactionConflictException.builder(), "TransactionConflictException")
                .fails(TransactionConflictException.builder(), "TransactionConflictException")
                .answers(answer);

        assertThat(write.apply(dynamo)).isEqualTo(new Applied(Optional.empty()));
        assertThat(script.calls()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void write_whenItConflictsForEver_isContended(Function<Dynamo, Write> write, DynamoDbResponse ignored) {
        script.fails(TransactionConflictException.builder(), "TransactionConflictException");

        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> write.apply(dynamo))
                .satisfies(unavailable -> assertThat(unavailable.code()).isEqualTo("CONTENDED"));
        assertThat(paused).isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void call_whenTheTableIsThrottled_isUnavailableWithItsCause(Function<Dynamo, Object> call) {
        var throttled = ScriptedDynamo.error(
                ProvisionedThroughputExceededException.builder(), "ProvisionedThroughputExceededException");
        script.fails(throttled);

        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> call.apply(dynamo))
                .withCause(throttled)
                .satisfies(unavailable -> {
                    assertThat(unavailable.code()).isEqualTo("THROTTLED");
                    assertThat(unavailable.retryAfter()).isPositive();
                    assertThat(unavailable.getMessage()).doesNotContain("scripted");
                });
        assertThat(script.calls()).as("the SDK has tried again already").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingError", "ProvisionedThroughputExceeded"})
    void throttles_ofTransactionsAndCalls_areCounted(String reason) {
        script.cancels(reason, "None").fails(DynamoDbException.builder(), "ThrottlingException");

        assertThatJson(lineAfter(() -> dynamo.transact(PAIR))).node("throttles").isEqualTo(2);
    }

    @Test
    void conflicts_areNotCountedAsThrottles() {
        script.cancels("TransactionConflict", "None").answers(DONE);

        assertThatJson(lineAfter(() -> dynamo.transact(PAIR))).isObject().doesNotContainKey("throttles");
    }

    private static String lineAfter(Supplier<?> work) {
        Invocation invocation = new Invocation("backplane-dev-GetThing", "things", "GetThing", "request-1");
        invocation.run(() -> {
            try {
                return work.get();
            } catch (Unavailable e) {
                return e;
            }
        });
        return invocation.line(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingException", "RequestLimitExceeded"})
    void call_whenTheAccountIsThrottled_isUnavailable(String code) {
        script.fails(DynamoDbException.builder(), code);

        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> dynamo.get("table", KEY))
                .satisfies(unavailable -> assertThat(unavailable.code()).isEqualTo("THROTTLED"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void call_whenItFailsOtherwise_isAFault(Function<Dynamo, Object> call) {
        script.fails(ResourceNotFoundException.builder(), "ResourceNotFoundException");

        assertThatThrownBy(() -> call.apply(dynamo)).isInstanceOf(ResourceNotFoundException.class);
        assertThat(script.calls()).isEqualTo(1);
    }

    @Test
    void getEach_whenSomeKeysWereLeftOut_asksAgain() {
        script.answers(BatchGetItemResponse.builder()
                        .responses(Map.of())
                        .unprocessedKeys(Map.of(
                                "table",
                                KeysAndAttributes.builder().keys(List.of(KEY)).build()))
                        .build())
                .answers(BatchGetItemResponse.builder()
                        .responses(Map.of("table", List.of(ITEM.attributes())))
                        .build());

        assertThat(dynamo.getEach(Map.of("table", KEY))).isEqualTo(Map.of("table", ITEM));
        assertThat(script.calls()).isEqualTo(2);
    }

    @Test
    void getAll_whenSomeKeysWereLeftOut_asksForThoseAlone() {
        Map<String, KeysAndAttributes> left =
                Map.of("table", KeysAndAttributes.builder().keys(List.of(KEY)).build());
        script.answers(BatchGetItemResponse.builder()
                        .responses(Map.of("table", List.of(ITEM.attributes())))
                        .unprocessedKeys(left)
                        .build())
                .answers(BatchGetItemResponse.builder()
                        .responses(Map.of("table", List.of(ITEM.attributes())))
                        .build());

        assertThat(dynamo.getAll("table", List.of(KEY, KEY))).containsExactly(ITEM, ITEM);
        assertThat(script.calls()).isEqualTo(2);
    }
}
