package dev.backplane.userdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTest {

    private static JsonValue json(String text) throws JsonSyntaxException {
        return JsonValue.parse(text);
    }

    /** The cases of the appendix of RFC 7396. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"a\":\"b\"} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"b\"} | {\"b\":\"c\"} | {\"a\":\"b\",\"b\":\"c\"}",
                "{\"a\":\"b\"} | {\"a\":null} | {}",
                "{\"a\":\"b\",\"b\":\"c\"} | {\"a\":null} | {\"b\":\"c\"}",
                "{\"a\":[\"b\"]} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"c\"} | {\"a\":[\"b\"]} | {\"a\":[\"b\"]}",
                "{\"a\":{\"b\":\"c\"}} | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
                "{\"a\":[{\"b\":\"c\"}]} | {\"a\":[1]} | {\"a\":[1]}",
                "[\"a\",\"b\"] | [\"c\",\"d\"] | [\"c\",\"d\"]",
                "{\"a\":\"b\"} | [\"c\"] | [\"c\"]",
                "{\"a\":\"foo\"} | null | null",
                "{\"a\":\"foo\"} | \"bar\" | \"bar\"",
                "{\"e\":null} | {\"a\":1} | {\"e\":null,\"a\":1}",
                "[1,2] | {\"a\":\"b\",\"c\":null} | {\"a\":\"b\"}",
                "{} | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}"
            })
    void merge_isAsTheRfcHasIt(String target, String patch, String result) throws JsonSyntaxException {
        assertThat(new Patch.Merge(json(patch))
                        .apply(Optional.of(json(target)))
                        .orElseThrow()
                        .compact())
                .isEqualTo(result);
    }

    @Test
    void merge_intoNothing_leavesNullsOut() throws JsonSyntaxException {
        assertThat(new Patch.Merge(json("{\"a\":null,\"b\":{\"c\":null}}"))
                        .apply(Optional.empty())
                        .orElseThrow()
                        .compact())
                .isEqualTo("{\"b\":{}}");
    }

    @Test
    void members_ofANonObject_cannotBeChanged() throws JsonSyntaxException {
        Patch patch = new Patch.Members((Obj) json("{\"a\":null}"));

        assertThat(patch.apply(Optional.of(json("[]")))).isEmpty();
        assertThat(patch.apply(Optional.empty()).orElseThrow().compact()).isEqualTo("{\"a\":null}");
        assertThat(patch.apply(Optional.of(json("{\"a\":{\"b\":1},\"c\":2}")))
                        .orElseThrow()
                        .compact())
                .isEqualTo("{\"a\":null,\"c\":2}");
    }
}
