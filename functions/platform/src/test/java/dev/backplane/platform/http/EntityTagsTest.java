package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"7\"", "W/\"7\"", "*", " * ", "\"6\", \"7\"", "\"6\",W/\"7\",\"8\"", "  \"7\"  "})
    void matchesWeakly_whenTheHeaderNamesTheTag_isTrue(String header) {
        assertThat(EntityTags.matchesWeakly(header, "\"7\"")).isTrue();
        assertThat(EntityTags.matchesWeakly(header, "W/\"7\"")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "\"70\"", "\"\"", "\"6\", \"8\"", "w/\"7\"", "W/7", "\"7", ",", "*, \"6\""})
    void matchesWeakly_whenTheHeaderDoesNot_isFalse(String header) {
        assertThat(EntityTags.matchesWeakly(header, "\"7\"")).isFalse();
    }
}
