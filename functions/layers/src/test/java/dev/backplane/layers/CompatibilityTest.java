package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompatibilityTest {

    private static final Compatibility PYTHON =
            new Compatibility(List.of("python3.13", "python3.12", "python3.13"), List.of("arm64"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python3.13",
                "nodejs22.x",
                "java25",
                "java8.al2",
                "dotnet8",
                "ruby3.4",
                "go1.x",
                "provided",
                "provided.al2023",
                "nodejs4.3-edge"
            })
    void runtimes_haveLambdasForm(String runtime) {
        assertThat(Compatibility.runtime(runtime)).isEqualTo(runtime);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Python3.13", "python 3", "3.13", "python3.", "a,b", "python3.13.1.2", "=cmd"})
    void whatIsNoRuntime_isRefused(String runtime) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Compatibility.runtime(runtime));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x86", "ARM64", "amd64"})
    void whatIsNoArchitecture_isRefused(String architecture) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Compatibility.architecture(architecture));
    }

    @Test
    void names_areSortedAndUnique() {
        assertThat(PYTHON.runtimes()).containsExactly("python3.12", "python3.13");
    }

    @ParameterizedTest
    @CsvSource({
        ",,true",
        "python3.13,,true",
        "python3.13,arm64,true",
        "python3.13,x86_64,false",
        "nodejs22.x,,false",
        "nodejs22.x,arm64,false",
        ",x86_64,false"
    })
    void aLayer_fitsWhatItNames(String runtime, String architecture, boolean fits) {
        assertThat(PYTHON.fits(Optional.ofNullable(runtime), Optional.ofNullable(architecture)))
                .isEqualTo(fits);
        assertThat(Compatibility.ANY.fits(Optional.ofNullable(runtime), Optional.ofNullable(architecture)))
                .isTrue();
    }

    @Test
    void whatIsNotNamed_contradictsNothing() {
        assertThat(Compatibility.ANY.agreesWith(PYTHON)).isTrue();
        assertThat(PYTHON.agreesWith(Compatibility.ANY)).isFalse();
        assertThat(new Compatibility(List.of(), List.of("x86_64")).agreesWith(PYTHON))
                .isFalse();
        assertThat(new Compatibility(List.of("python3.13", "python3.12"), List.of()).agreesWith(PYTHON))
                .isTrue();
    }
}
