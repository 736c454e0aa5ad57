package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    private static final Instant TIME = Instant.parse("2026-01-05T00:00:00Z");

    @Test
    void deploymentPosition_isTheSeedsKeyAndReadsBack() {
        DeploymentPosition position = new DeploymentPosition(TIME, new DeploymentId("d1"));
        assertThat(position).hasToString("2026-01-05T00:00:00.000Z#D#d1");
        assertThat(DeploymentPosition.parse(position.toString())).isEqualTo(position);
    }

    @Test
    void aliasKey_isTheSeedsKeyAndReadsBack() {
        AliasKey key = new AliasKey(AliasId.parse("sub.example.com/docs"));
        assertThat(key).hasToString("com.example.sub#/docs");
        assertThat(AliasKey.parse(key.toString())).isEqualTo(key);
        AliasKey wildcard = new AliasKey(AliasId.parse("*.example.com"));
        assertThat(wildcard).hasToString("com.example.*#/");
        assertThat(AliasKey.parse(wildcard.toString())).isEqualTo(wildcard);
    }

    @Test
    void aliasPosition_isTheSeedsKeyAndReadsBack() {
        AliasPosition position = new AliasPosition(TIME, AliasId.parse("example.com/docs"), Variant.STABLE);
        assertThat(position).hasToString("2026-01-05T00:00:00.000Z#R#com.example#/docs");
        assertThat(AliasPosition.parse(position.toString())).isEqualTo(position);
        AliasPosition ofSplit = new AliasPosition(TIME, AliasId.parse("example.com/docs"), Variant.NEW);
        assertThat(ofSplit).hasToString("2026-01-05T00:00:00.000Z#CN#com.example#/docs");
        assertThat(AliasPosition.parse(ofSplit.toString())).isEqualTo(ofSplit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#",
                "x#D#d1",
                "2026-01-05T00:00:00Z#D#d1",
                "2026-01-05T00:00:00.000Z#D#",
                "2026-01-05T00:00:00.000Z"
            })
    void deploymentPosition_refusesOtherTexts(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> DeploymentPosition.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "com.example", "com#/", "com.example#/a#b", "com.example#/../x"})
    void aliasKey_refusesOtherTexts(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> AliasKey.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x#R#com.example#/",
                "2026-01-05T00:00:00.000Z#C#com.example#/",
                "2026-01-05T00:00:00.000Z",
                "2026-01-05T00:00:00.000Z#R#com"
            })
    void aliasPosition_refusesOtherTexts(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> AliasPosition.parse(text));
    }
}
