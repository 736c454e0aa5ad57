package dev.backplane.platform.log;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InvocationTest {

    private static final long NOW = 1_767_571_200_000L;
    private static final Set<String> UNITS = Set.of("Seconds", "Milliseconds", "Bytes", "Count", "None");

    private final Invocation invocation = new Invocation("backplane-dev-GetThing", "things", "GetThing", "request-1");

    private static Map<String, JsonValue> members(JsonValue value) {
        return value instanceof Obj(var members) ? members : Map.of();
    }

    private static JsonValue member(JsonValue value, String name) {
        return Objects.requireNonNull(members(value).get(name), name);
    }

    private static List<JsonValue> elements(JsonValue value) {
        return value instanceof Arr(var elements) ? elements : List.of();
    }

    private static String text(JsonValue value) {
        return value instanceof Text(String text) ? text : "not a text: " + value.compact();
    }

    @Test
    void line_whenTheRunSucceeded_saysWhatRan() {
        invocation.succeeded(200);

        assertThatJson(invocation.line(NOW))
                .isObject()
                .containsEntry("service", "things")
                .containsEntry("operation", "GetThing")
                .containsEntry("requestId", "request-1")
                .containsEntry("outcome", "SUCCESS")
                .doesNotContainKey("error")
                .doesNotContainKey("code");
        assertThatJson(invocation.line(NOW)).node("status").isEqualTo(200);
    }

    @Test
    void line_withoutFaultsAndCounts_publishesNoMetric() {
        invocation.run(() -> {
            Meter.called();
            Meter.consumed(1, 1);
            Invocation.count("none", 0);
            return true;
        });
        invocation.succeeded(200);

        assertThatJson(invocation.line(NOW)).isObject().doesNotContainKeys("_aws", "faults");
        assertThatJson(invocation.line(NOW)).node("none").isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({
        "backplane-dev-GetThing, dev",
        "backplane-two-words-GetThing, two-words",
        "backplane-dev-Other, backplane-dev-Other",
        "GetThing, GetThing"
    })
    void line_namesTheStageOfTheFunction(String function, String stage) {
        Invocation named = new Invocation(function, "things", "GetThing", "request-1");

        assertThatJson(named.line(NOW)).isObject().containsEntry("stage", stage).containsEntry("function", function);
    }

    @Test
    void line_whenTheCallerWasRefused_isNoFault() {
        invocation.refused(409, "TAKEN");

        assertThatJson(invocation.line(NOW)).node("outcome").isEqualTo("REFUSED");
        assertThatJson(invocation.line(NOW)).node("code").isEqualTo("TAKEN");
        assertThatJson(invocation.line(NOW)).isObject().doesNotContainKeys("_aws", "faults");
    }

    @Test
    void line_whenTheRunFailed_isAFaultWithItsStack() {
        invocation.failed(new IllegalStateException("broken \"badly\"\n", new RuntimeException("at the root")));
        invocation.refused(500, "INTERNAL");

        String line = invocation.line(NOW);
        assertThatJson(line).node("outcome").isEqualTo("FAULT");
        assertThatJson(line).node("faults").isEqualTo(1.0);
        assertThatJson(line)
                .node("error")
                .asString()
                .contains("broken \"badly\"", "at the root", getClass().getName());
    }

    @Test
    void count_ofTheRunUnderWay_isAMetricOfItsOwnAndAddsUp() {
        Invocation.count("things", 9);
        invocation.run(() -> {
            Invocation.count("things", 2);
            Invocation.count("things", 1);
            Invocation.count("none", 0);
            return "";
        });

        assertThatJson(invocation.line(NOW)).node("things").isEqualTo(3);
        assertThatJson(invocation.line(NOW)).node("none").isEqualTo(0);
        assertThatJson(invocation.line(NOW))
                .node("_aws.CloudWatchMetrics[0].Metrics")
                .isEqualTo("[{\"Name\":\"things\",\"Unit\":\"Count\"}]");
    }

    @Test
    void line_isOneLine() {
        invocation.failed(new IllegalStateException("two\nlines\r\nor three\u2028"));

        assertThat(invocation.line(NOW)).doesNotContain("\n", "\r");
    }

    @Test
    void line_carriesWhatTheWorkAskedOfAws() {
        String result = invocation.run(() -> {
            Meter.called();
            Meter.consumed(0.5, 0);
            Meter.called();
            Meter.consumed(0, 4);
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThatJson(invocation.line(NOW)).node("calls").isEqualTo(2.0);
        assertThatJson(invocation.line(NOW)).node("readUnits").isEqualTo(0.5);
        assertThatJson(invocation.line(NOW)).node("writeUnits").isEqualTo(4.0);
    }

    @Test
    void metrics_areDeclaredAsCloudWatchRequires() throws JsonSyntaxException {
        invocation.run(() -> {
            Invocation.count("things", 2);
            return true;
        });
        invocation.failed(new IllegalStateException("broken"));
        JsonValue line = JsonValue.parse(invocation.line(NOW));
        JsonValue directive = member(line, "_aws");

        assertThat(member(directive, "Timestamp")).isEqualTo(new Num(Long.toString(NOW)));
        JsonValue set = elements(member(directive, "CloudWatchMetrics")).getFirst();
        assertThat(text(member(set, "Namespace"))).isEqualTo("Backplane");
        assertThat(elements(member(set, "Dimensions")))
                .singleElement()
                .satisfies(dimensions -> assertThat(elements(dimensions))
                        .extracting(InvocationTest::text)
                        .containsExactly("stage", "service")
                        .allSatisfy(name -> assertThat(member(line, name)).isInstanceOf(Text.class)));
        assertThat(elements(member(set, "Metrics"))).hasSize(2).allSatisfy(metric -> {
            assertThat(member(line, text(member(metric, "Name")))).isInstanceOf(Num.class);
            assertThat(text(member(metric, "Unit"))).isIn(UNITS);
        });
    }

    @Test
    void metrics_areNumbersThatCloudWatchReadsHoweverLarge() throws JsonSyntaxException {
        invocation.run(() -> {
            Meter.consumed(1e9, 0.0001);
            return true;
        });

        JsonValue line = JsonValue.parse(invocation.line(NOW));
        assertThat(number(line, "readUnits")).isEqualTo(1e9);
        assertThat(number(line, "latency")).isBetween(0.0, 60_000.0);
    }

    private static double number(JsonValue line, String name) {
        return member(line, name) instanceof Num(String literal) ? Double.parseDouble(literal) : Double.NaN;
    }

    @ParameterizedTest
    @CsvSource({
        "0,      0.0",
        "1,      1.0",
        "0.5,    0.5",
        "0.05,   0.05",
        "0.005,  0.005",
        "0.0004, 0.0",
        "0.9996, 1.0",
        "12.345, 12.345",
        "7.101,  7.101",
        "30000,  30000.0"
    })
    void line_hasNumbersWithUpToThreeDigitsAfterThePoint(double value, String printed) {
        invocation.run(() -> {
            Meter.consumed(value, 0);
            return true;
        });

        assertThat(invocation.line(NOW)).contains("\"readUnits\":" + printed + ",");
    }

    @Test
    void line_escapesTexts() {
        Invocation quoted = new Invocation("backplane-dev-GetThing", "things", "GetThing", "say \"ü\"");

        assertThat(quoted.line(NOW)).contains(",\"requestId\":\"say \\\"ü\\\"\",");
    }
}
