package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "us-east-1",
                "eu-west-3",
                "ap-southeast-7",
                "us-gov-west-1",
                "cn-north-1",
                "us-iso-east-1",
                "us-isob-east-1",
                "eu-isoe-west-1",
                "mx-central-1",
                "ap-northeast-10",
                "eusc-de-east-1"
            })
    void region_isTaken(String text) {
        assertThat(RegionName.parse(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "latest",
                "us",
                "us-east",
                "us-east-",
                "US-EAST-1",
                "us-east-1a",
                "us.east-1",
                "us-east-123",
                "us-east-1 ",
                "u-east-1",
                "us--1",
                "us-east_1",
                "us-east-1\n"
            })
    void region_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> RegionName.parse(text))
                .withMessage("must be the name of an AWS region");
    }

    @ParameterizedTest
    @CsvSource({"requests, requests", "Pillow, pillow", "ruamel.yaml, ruamel.yaml", "a, a", "7zip_x-Y, 7zip_x-y"})
    void package_isTakenInLowerCase(String text, String name) {
        assertThat(PackageName.parse(text).value()).isEqualTo(name);
    }

    @Test
    void package_isUpTo100CharactersLong() {
        assertThat(PackageName.parse("a".repeat(100)).value()).hasSize(100);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> PackageName.parse("a".repeat(101)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "-x", "_x", "a b", "a/b", "a#b", "é", "a\n", "pkg[extra]"})
    void package_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> PackageName.parse(text))
                .withMessageStartingWith("must be 1 to 100 letters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "2024.1.1", "1!2.0+local.1", "v3", "1.0-rc.1", "2_0", "1.0~beta"})
    void packageVersion_isTaken(String text) {
        assertThat(PackageVersion.parse(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=1+1", "-1", "+1", "@x", "1,2", "1\"2", "1 2", "1\n2"})
    void packageVersion_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> PackageVersion.parse(text))
                .withMessageStartingWith("must be 1 to 100 letters");
    }
}
