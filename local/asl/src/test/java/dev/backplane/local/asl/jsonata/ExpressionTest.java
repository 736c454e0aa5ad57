package dev.backplane.local.asl.jsonata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1 + 2 | 3",
                "0.1 + 0.2 | 0.30000000000000004",
                "6 / 4 | 1.5",
                "6 / 3 | 2",
                "null | null",
                "$x.none | null",
                "$x.list | [1,null,{\"a\":[]}]",
                "$count($x.list) | 3",
                "$x.list[0] | 1",
                "$x.big | 12345678901",
                "$exists($x.gone) | false",
                "$exists($x.none) | true",
                "$x.one | [7]",
                "{'a': $x.gone, 'b': 1} | {\"b\":1}",
                "'a' & 1 & true | \"a1true\"",
                "$partition([1, 2, 3], 2) | [[1,2],[3]]",
                "$range(10, 0, -5) | [10,5,0]",
                "$hash('abc', 'SHA-256') | \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"",
                "$hash('abc', 'MD5') | \"900150983cd24fb0d6963f7d28e17f72\"",
                "$parse('{\"a\": [null]}') | {\"a\":[null]}",
                "$length($uuid()) | 36",
                "$random(5) = $random(5) | true",
                "$random() >= 0 and $random() < 1 | true",
                "$fromMillis(0) | \"1970-01-01T00:00:00.000Z\""
            })
    void evaluate_gives(String source, String expected) throws Exception {
        assertThat(evaluate(source).map(JsonNode::toString)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"$x.gone", "$nothing", "$", "$$"})
    void evaluate_ofWhatIsNotThere_isEmptyAndNotNull(String source) throws Exception {
        assertThat(evaluate(source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + 'a'",
                "$sum('a')",
                "$partition([1], 0)",
                "$range(1, 5000, 1)",
                "$hash('abc', 'ROT13')",
                "$parse('{')",
                "$number('x')",
                "function($a) { $a }"
            })
    void evaluate_whenItCannot_fails(String source) {
        assertThatThrownBy(() -> evaluate(source)).isInstanceOf(ExpressionException.class);
    }

    @Test
    void isMarked_needsTheMarksAtBothEnds() {
        assertThat(Expression.isMarked("{% 1 %}")).isTrue();
        assertThat(Expression.isMarked(" {% 1 %}")).isFalse();
        assertThat(Expression.isMarked("{% 1 %} ")).isFalse();
        assertThat(Expression.isMarked("{%}")).isFalse();
    }

    @Test
    void evaluate_byManyThreadsAtOnce_mixesNothingUp() throws Exception {
        Expression expression = Expression.parse("{% $map([1..20], function($i) { $i * $n }) ~> $sum() %}");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<JsonNode>>> sums = new ArrayList<>();
            for (int n = 0; n < 200; n++) {
                JsonNode number = JSON.valueToTree(n);
                sums.add(threads.submit(() -> expression.evaluate(Map.of("n", number))));
            }
            for (int n = 0; n < sums.size(); n++) {
                assertThat(sums.get(n).get().map(JsonNode::asInt)).contains(210 * n);
            }
        }
    }

    private static Optional<JsonNode> evaluate(String source) throws Exception {
        JsonNode x =
                JSON.readTree("{\"none\": null, \"list\": [1, null, {\"a\": []}], \"big\": 12345678901, \"one\": [7]}");
        return Expression.parse("{% " + source + " %}").evaluate(Map.of("x", x));
    }
}
