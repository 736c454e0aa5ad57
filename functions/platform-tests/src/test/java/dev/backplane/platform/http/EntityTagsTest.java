package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {

    private static final Optional<String> SEVEN = Optional.of("7");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"7\"",
                "*",
                " * ",
                "\"6\", \"7\"",
                "\"6\",W/\"8\",\"7\"",
                "  \"7\"  ",
                ",, \"7\" ,,",
                "\"a,b\",\"7\""
            })
    void bothComparisons_whenTheHeaderNamesTheTag_match(String header) {
        assertThat(EntityTags.parse(header).matchStrongly(SEVEN)).isTrue();
        assertThat(EntityTags.parse(header).matchWeakly(SEVEN)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/\"7\"", "\"6\",W/\"7\",\"8\"", ", W/\"7\""})
    void weakTags_matchWeaklyOnly(String header) {
        assertThat(EntityTags.parse(header).matchStrongly(SEVEN)).isFalse();
        assertThat(EntityTags.parse(header).matchWeakly(SEVEN)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"70\"", "\"\"", "\"6\", \"8\"", "\"W/7\"", "\"6,7\""})
    void otherTags_doNotMatch(String header) {
        assertThat(EntityTags.parse(header).matchStrongly(SEVEN)).isFalse();
        assertThat(EntityTags.parse(header).matchWeakly(SEVEN)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "w/\"7\"", "W/7", "\"7", ",", "*, \"6\"", "\"6\" \"7\"", "\"6\";\"7\"", "\"a b\""})
    void malformedHeaders_areRefused(String header) {
        assertThatThrownBy(() -> EntityTags.parse(header))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("must be * or entity tags in double quotes");
    }

    @Test
    void whatIsAbsent_matchesNothing() {
        assertThat(EntityTags.ANY.matchStrongly(Optional.empty())).isFalse();
        assertThat(EntityTags.ANY.matchWeakly(Optional.empty())).isFalse();
    }

    @Test
    @Timeout(20)
    void longHeaders_areReadInOnePass() {
        assertThat(EntityTags.parse("\"7\"" + " ,".repeat(5000)).matchStrongly(SEVEN))
                .isTrue();
        assertThatThrownBy(() -> EntityTags.parse("\"7\"" + " , ".repeat(5000) + "x"))
                .isInstanceOf(InvalidValueException.class);
    }
}
