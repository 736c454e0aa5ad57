package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageTest {

    @Test
    void of_whenOneRowMoreThanTheLimitWasRead_isCutAndGoesOnAfterItsLast() {
        assertThat(Page.of(List.of("a", "b", "c"), 2, "after "::concat))
                .isEqualTo(new Page<>(List.of("a", "b"), Optional.of("after b")));
    }

    @Test
    void of_whenNoMoreThanTheLimitWasRead_isTheLast() {
        assertThat(Page.of(List.of("a", "b"), 2, "after "::concat))
                .isEqualTo(new Page<>(List.of("a", "b"), Optional.empty()));
        assertThat(Page.of(List.<String>of(), 2, "after "::concat)).isEqualTo(new Page<>(List.of(), Optional.empty()));
    }
}
