package dev.backplane.platform.http;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InputTest {

    private enum Color {
        RED,
        GREEN
    }

    private static final InputType<String> ANY_TEXT = InputType.text(Function.identity());

    private static HttpCall call() {
        return HttpCall.of(Handlers.OPERATION);
    }

    /** Declares and verifies inputs, and returns the response with the values. */
    private static Read read(HttpCall call, Function<Input, List<Supplier<?>>> declaration) {
        List<Object> values = new ArrayList<>();
        GatewayResponse answer = call.send(Handlers.answering(request -> {
            Input input = request.input();
            List<Supplier<?>> declared = declaration.apply(input);
            input.verify();
            declared.forEach(supplier -> values.add(supplier.get()));
            return HttpResponse.noContent();
        }));
        return new Read(answer, values);
    }

    private record Read(GatewayResponse answer, List<Object> values) {}

    private static void assertErrors(GatewayResponse answer, String errors) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors").isEqualTo(errors);
    }

    @Test
    void verify_whenAllIsWell_givesEveryValue() {
        HttpCall call = call().path("id", "a/b")
                .query("limit=7&flag=true")
                .body("{\"name\":\"x\",\"on\":true,\"color\":\"GREEN\",\"any\":{\"a\": [1]}}");

        Read read = read(
                call,
                input -> List.of(
                        input.path("id", ANY_TEXT),
                        input.optionalPath("other", ANY_TEXT),
                        input.query("limit", InputType.integer(1, 10)),
                        input.optionalQuery("flag", InputType.flag()),
                        input.optionalQuery("absent", ANY_TEXT),
                        input.body("name", ANY_TEXT),
                        input.body("on", InputType.bool()),
                        input.optionalBody("color", InputType.oneOf(Color.class)),
                        input.optionalBody("gone", ANY_TEXT),
                        input.optionalJson("any", 100)));

        assertThat(read.answer().status()).isEqualTo(204);
        assertThat(read.values())
                .containsExactly(
                        "a/b",
                        Optional.empty(),
                        7,
                        Optional.of(true),
                        Optional.empty(),
                        "x",
                        true,
                        Optional.of(Color.GREEN),
                        Optional.empty(),
                        Optional.of("{\"a\":[1]}"));
    }

    @Test
    void verify_whenMuchIsWrong_namesEveryBadMemberAtOnce() {
        HttpCall call = call().query("limit=0&stranger=1&twice=a&twice=b&bad=%zz")
                .body("{\"name\":5,\"color\":\"BLUE\",\"nothing\":null,\"extra\":1,\"big\":[1,2,3]}");

        Read read = read(
                call,
                input -> List.of(
                        input.path("id", ANY_TEXT),
                        input.query("limit", InputType.integer(1, 10)),
                        input.optionalQuery("twice", ANY_TEXT),
                        input.body("name", ANY_TEXT),
                        input.body("missing", ANY_TEXT),
                        input.body("nothing", ANY_TEXT),
                        input.optionalBody("color", InputType.oneOf(Color.class)),
                        input.optionalJson("big", 5)));

        assertErrors(read.answer(), """
                [{"field": "id", "message": "is required"},
                 {"field": "twice", "message": "is given more than once"},
                 {"field": "bad", "message": "is not valid percent-encoding"},
                 {"field": "limit", "message": "must be a whole number from 1 to 10"},
                 {"field": "name", "message": "must be a string, but is a number"},
                 {"field": "missing", "message": "is required"},
                 {"field": "nothing", "message": "must be a string, but is null"},
                 {"field": "color", "message": "must be one of RED, GREEN"},
                 {"field": "big", "message": "must be at most 5 bytes of compact JSON"},
                 {"field": "stranger", "message": "is unknown"},
                 {"field": "extra", "message": "is unknown"}]""");
        assertThat(read.values()).isEmpty();
    }

    @Test
    void reason_whenItHasAnUnpairedSurrogate_isRefused() {
        Read read = read(
                call().body("{\"reason\":\"a\\ud800\"}"),
                input -> List.of(input.optionalBody("reason", InputType.reason())));

        assertErrors(read.answer(), "[{\"field\": \"reason\", \"message\": \"must not hold an unpaired surrogate\"}]");
    }

    @Test
    void idempotencyKey_isVisibleAscii() {
        assertThat(read(call().header("Idempotency-Key", "a~!"), input -> List.of(input.idempotencyKey()))
                        .values())
                .containsExactly(Optional.of(new IdempotencyKey("a~!")));
        for (String bad : List.of("", "a b", "é", "a".repeat(129))) {
            assertThatJson(read(call().header("Idempotency-Key", bad), input -> List.of(input.idempotencyKey()))
                            .answer()
                            .body())
                    .inPath("errors[0].message")
                    .isEqualTo("must be 1 to 128 visible ASCII characters");
        }
    }

    @Test
    void value_whenItsTypeHasABug_isAFaultAndNotABadRequest() {
        InputType<Integer> broken = InputType.text(Integer::parseInt);

        assertThat(read(call().path("id", "one"), input -> List.of(input.path("id", broken)))
                        .answer()
                        .status())
                .isEqualTo(500);
    }

    @Test
    void optionalHeader_isTakenWhateverTheCaseOfItsName_andRefusedByName() {
        InputType<String> key = InputType.text(text -> {
            if (text.isBlank()) {
                throw new InvalidValueException("must not be blank");
            }
            return text;
        });

        assertThat(read(
                                call().header("idempotency-KEY", "k"),
                                input -> List.of(input.optionalHeader("Idempotency-Key", key)))
                        .values())
                .containsExactly(Optional.of("k"));
        assertThat(read(call(), input -> List.of(input.optionalHeader("Idempotency-Key", key)))
                        .values())
                .containsExactly(Optional.empty());
        assertErrors(
                read(
                                call().header("Idempotency-Key", " "),
                                input -> List.of(input.optionalHeader("Idempotency-Key", key)))
                        .answer(),
                "[{\"field\": \"Idempotency-Key\", \"message\": \"must not be blank\"}]");
    }

    @Test
    void query_whenARequiredValueCannotBeDecoded_isNotCalledMissing() {
        Read read = read(call().query("a=%zz"), input -> List.of(input.query("a", ANY_TEXT)));

        assertErrors(read.answer(), "[{\"field\": \"a\", \"message\": \"is not valid percent-encoding\"}]");
    }

    private static List<Supplier<?>> eitherAOrB(Input input) {
        Supplier<Optional<String>> a = input.optionalQuery("a", ANY_TEXT);
        Supplier<Optional<String>> b = input.optionalQuery("b", ANY_TEXT);
        input.require(() -> a.get().isEmpty() || b.get().isEmpty(), "b", "does not go with a");
        return List.of(a, b);
    }

    @Test
    void require_whenACombinationOfAllowedValuesIsNot_isRefused() {
        assertErrors(
                read(call().query("a=1&b=2"), InputTest::eitherAOrB).answer(),
                "[{\"field\": \"b\", \"message\": \"does not go with a\"}]");
    }

    @Test
    void require_whenTheCombinationIsAllowed_givesTheValues() {
        assertThat(read(call().query("a=1"), InputTest::eitherAOrB).values())
                .containsExactly(Optional.of("1"), Optional.empty());
    }

    @Test
    void require_whenAValueIsWrongByItself_isNotLookedAt() {
        assertErrors(
                read(call().query("a=1&b=%zz"), InputTest::eitherAOrB).answer(),
                "[{\"field\": \"b\", \"message\": \"is not valid percent-encoding\"}]");
    }

    @Test
    void verify_whenNoQueryIsDeclared_refusesOneAllTheSame() {
        Read read = read(call().query("x=1"), _ -> List.of());

        assertErrors(read.answer(), "[{\"field\": \"x\", \"message\": \"is unknown\"}]");
    }

    @Test
    void value_whenTakenBeforeVerify_isAFault() {
        GatewayResponse answer = call().path("id", "x").send(Handlers.answering(request -> {
            assertThat(request.input().path("id", ANY_TEXT).get()).isEqualTo("x");
            return HttpResponse.noContent();
        }));

        assertThat(answer.code()).isEqualTo("INTERNAL");
    }

    @Test
    void optionalBody_whenTheMemberIsNull_isAbsent() {
        Read read = read(call().body("{\"name\":null}"), input -> List.of(input.optionalBody("name", ANY_TEXT)));

        assertThat(read.values()).containsExactly(Optional.empty());
    }

    @Test
    void optionalBodyNotNull_whenTheMemberIsNull_isRefused() {
        Function<Input, List<Supplier<?>>> name = input -> List.of(input.optionalBodyNotNull("name", ANY_TEXT));

        assertErrors(
                read(call().body("{\"name\":null}"), name).answer(),
                "[{\"field\": \"name\", \"message\": \"must be a string, but is null\"}]");
        assertThat(read(call().body("{}"), name).values()).containsExactly(Optional.empty());
    }

    @Test
    void optionalJson_whenTheMemberIsNull_isTheValueNull() {
        Read read = read(
                call().body("{\"a\":null}"), input -> List.of(input.optionalJson("a", 4), input.optionalJson("b", 4)));

        assertThat(read.values()).containsExactly(Optional.of("null"), Optional.empty());
    }

    @Test
    void reject_whenAMemberNameIsStrange_isStillAnsweredAsJson() {
        GatewayResponse answer = read(
                        call().body("{\"\\ud800\\u0000\\\"</script>\":1}"),
                        input -> List.of(input.optionalBody("a", ANY_TEXT)))
                .answer();

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].message").isEqualTo("is unknown");
    }

    @Test
    void handler_whenInputIsBad_isNotRunFurther() {
        AtomicReference<String> reached = new AtomicReference<>("not reached");
        call().query("x=1").send(Handlers.answering(request -> {
            request.input().verify();
            reached.set("reached");
            return HttpResponse.noContent();
        }));

        assertThat(reached).hasValue("not reached");
    }

    private static final String UNPAIRED = "must not hold an unpaired surrogate";

    @Test
    void verify_whenATextHasAnUnpairedSurrogate_namesItWhereverItComesFrom() {
        HttpCall call = call().path("id", "a\ud800")
                .header("Note", "\udc00b")
                .body(
                        "{\"name\":\"st-\\ud800\",\"any\":{\"a\":[1,{\"x\\udfff\":\"\\ud83d\\ude00\"}]},\"fine\":\"\\ud83d\\ude00\"}");

        Read read = read(
                call,
                input -> List.of(
                        input.path("id", ANY_TEXT),
                        input.optionalHeader("Note", ANY_TEXT),
                        input.body("name", ANY_TEXT),
                        input.optionalJson("any", 100),
                        input.body("fine", ANY_TEXT)));

        assertErrors(read.answer(), """
                [{"field": "id", "message": "%1$s"},
                 {"field": "Note", "message": "%1$s"},
                 {"field": "name", "message": "%1$s"},
                 {"field": "any", "message": "%1$s"}]""".formatted(UNPAIRED));
    }

    @Test
    @Timeout(60)
    void verify_whenThereAreMoreErrorsThanAnybodyReads_listsAHundredAndCountsTheRest() {
        String members = IntStream.range(0, 100_000)
                .mapToObj(i -> "\"%05d\":1".formatted(i))
                .collect(Collectors.joining(","));

        GatewayResponse answer = read(
                        call().query("x=1").body("{" + members + "}"), input -> List.of(input.body("a", ANY_TEXT)))
                .answer();

        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors").isArray().hasSize(100);
        assertThatJson(answer.body()).node("moreErrors").isEqualTo(99_902);
        assertThat(answer.body()).hasSizeLessThan(10_000);
    }

    @Test
    void verify_whenFewAreWrong_countsNoMore() {
        GatewayResponse answer = read(call().query("x=1"), _ -> List.of()).answer();

        assertThatJson(answer.body()).node("moreErrors").isAbsent();
    }

    @Test
    void verify_whenANameIsLong_repeatsItsBeginningOnly() {
        GatewayResponse answer = read(
                        call().query("x".repeat(99) + "\ud83d\ude00" + "y".repeat(5000) + "=1"), _ -> List.of())
                .answer();

        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("x".repeat(99) + "…");
    }
}
