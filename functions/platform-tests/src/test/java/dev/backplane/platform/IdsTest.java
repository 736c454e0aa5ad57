package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdsTest {

    @Test
    void random_gives32LowerCaseHexadecimalCharactersAndNeverTheSame() {
        Ids ids = Ids.random();

        assertThat(Stream.generate(ids::next).limit(10_000))
                .allMatch(id -> id.matches("[0-9a-f]{32}"))
                .doesNotHaveDuplicates();
    }

    @Test
    void random_whenTwoSourcesAreMade_givesDifferentIds() {
        assertThat(Ids.random().next()).isNotEqualTo(Ids.random().next());
    }
}
