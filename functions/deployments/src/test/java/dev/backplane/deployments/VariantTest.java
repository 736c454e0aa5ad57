package dev.backplane.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantTest {

    private static final List<String> KEYS =
            IntStream.range(0, 10_000).mapToObj(i -> "visitor-" + i).toList();

    private static Set<String> newOnes(String salt, int percent) {
        return KEYS.stream()
                .filter(key -> Variant.of(salt, key, percent) == Variant.NEW)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 10, 25, 50, 75, 90, 99})
    void aPercentageOfTheKeys_getsTheNewDeployment(int percent) {
        for (String salt : List.of("d1", "shop-2026-01-05", "checkout")) {
            assertThat(newOnes(salt, percent).size() / 100.0).as("salt " + salt).isCloseTo(percent, within(1.0));
        }
    }

    /** Other implementations of the same function must agree with these. */
    @Test
    void aKey_alwaysGetsTheSameVariant() {
        assertThat(KEYS.subList(0, 8).stream()
                        .map(key -> Variant.of("d1", key, 50).value()))
                .containsExactly("stable", "new", "stable", "new", "new", "new", "stable", "new");
    }

    @Test
    void aHigherPercentage_keepsTheKeysThatAreNew() {
        Set<String> before = Set.of();
        for (int percent : new int[] {1, 2, 10, 33, 50, 51, 99}) {
            Set<String> now = newOnes("d1", percent);
            assertThat(now.containsAll(before)).as(percent + " percent").isTrue();
            assertThat(now).hasSizeGreaterThan(before.size());
            before = now;
        }
    }

    @Test
    void anotherSalt_choosesOtherKeys() {
        Set<String> both = new HashSet<>(newOnes("d1", 50));
        both.retainAll(newOnes("d2", 50));
        assertThat(both.size() / 100.0).isCloseTo(25, within(2.0));
    }
}
