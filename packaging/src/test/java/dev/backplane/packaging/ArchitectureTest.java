package dev.backplane.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchitectureTest {

    @ParameterizedTest
    @CsvSource({"Linux, amd64, X86_64", "Linux, x86_64, X86_64", "Linux, aarch64, ARM64"})
    void of_whenLambdaSupportsTheMachine_returnsIt(String system, String machine, Architecture expected) {
        assertThat(Architecture.of(system, machine)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"Mac OS X, aarch64", "Windows 11, amd64", "Linux, riscv64"})
    void of_whenLambdaDoesNotSupportTheMachine_isEmpty(String system, String machine) {
        assertThat(Architecture.of(system, machine)).isEmpty();
    }

    @Test
    void names_areThoseOfLambda() {
        assertThat(Architecture.values()).extracting(Architecture::lambdaName).containsExactly("x86_64", "arm64");
    }
}
