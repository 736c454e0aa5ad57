package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayerParameterTest {

    private static final RegionName REGION = RegionName.parse("eu-west-1");
    private static final LayerId ID = new LayerId(REGION, PackageName.parse("ruamel.yaml"));

    @ParameterizedTest
    @CsvSource({"2.32.3, 2.32.3", "1.0+cu118, 1.0_cu118", "1!2.0~rc1, 1_2.0_rc1", "a_b-c, a_b-c"})
    void of_replacesWhatSsmDoesNotAllow(String packageVersion, String label) {
        assertThat(LayerParameter.of(ID, PackageVersion.parse(packageVersion)).path())
                .isEqualTo("ruamel.yaml/v/" + label);
    }

    @Test
    void parse_returnsTheParameterOfAPath() {
        LayerParameter latest = LayerParameter.latest(ID);
        LayerParameter labeled = LayerParameter.of(ID, PackageVersion.parse("1.0+cu118"));

        assertThat(latest.path()).isEqualTo("ruamel.yaml/latest");
        assertThat(LayerParameter.parse(REGION, latest.path())).contains(latest);
        assertThat(LayerParameter.parse(REGION, labeled.path())).contains(labeled);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "requests", "requests/", "requests/other", "Requests/latest", "_/latest", "/latest"})
    void parse_ofAnyOtherPath_isEmpty(String path) {
        assertThat(LayerParameter.parse(REGION, path)).isEmpty();
    }
}
