package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.settings.Settings;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LayerLimitsTest {

    private static final LayerLimits LIMITED = LayerLimits.from(
            Settings.of(Map.of("LAYER_NAME_PREFIX", "team-", "LAYER_REGIONS", "us-east-1,eu-central-1")));

    @Test
    void limits_byDefault_allowEveryLayer() {
        LayerLimits none = LayerLimits.from(Settings.of(Map.of()));

        assertThat(none).isEqualTo(new LayerLimits("", Set.of()));
        assertThat(none.parse(arn("sa-east-1", "any")).name()).isEqualTo("any");
    }

    @Test
    void parse_withinTheLimits_readsTheArn() {
        assertThat(LIMITED.parse(arn("eu-central-1", "team-yaml")).value()).isEqualTo(arn("eu-central-1", "team-yaml"));
    }

    @Test
    void parse_ofAnotherName_namesThePrefix() {
        assertThatThrownBy(() -> LIMITED.parse(arn("eu-central-1", "my-team-yaml")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("must name a layer that starts with team-");
    }

    @Test
    void parse_inAnotherRegion_namesTheRegions() {
        assertThatThrownBy(() -> LIMITED.parse(arn("eu-west-1", "team-yaml")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageEndingWith("eu-central-1, us-east-1");
    }

    @Test
    void parse_ofAnotherText_saysThatItIsNoArn() {
        assertThatThrownBy(() -> LIMITED.parse("team-yaml")).hasMessage("must be the ARN of a layer version");
    }

    private static String arn(String region, String name) {
        return "arn:aws:lambda:" + region + ":123456789012:layer:" + name + ":1";
    }
}
