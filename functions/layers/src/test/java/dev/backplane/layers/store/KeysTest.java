package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.PackageName;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeysTest {

    private static Map<String, AttributeValue> attributes(String pk, String sk) {
        return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
    }

    @ParameterizedTest
    @CsvSource({
        "us-east-1, requests, 1, lyr#us-east-1.requests, lyrVrsn#v1",
        "eu-west-1, ruamel.yaml, 12, lyr#eu-west-1.ruamel.yaml, lyrVrsn#v12",
        "us-gov-west-1, a.b.c, 640, lyr#us-gov-west-1.a.b.c, lyrVrsn#v640"
    })
    void layerKey_isPrintedAndRead(String region, String name, long version, String pk, String sk) {
        LayerKey key = key(region, name, version);

        assertThat(key.attributes()).isEqualTo(attributes(pk, sk));
        assertThat(LayerKey.parse(pk, sk)).isEqualTo(key);
        assertThat(LayerKey.isVersion(pk, sk)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "lyr#us-east-1.requests, lyrVrsn0#",
        "lyrArn#arn:aws:lambda:us-east-1:000000000000:layer:requests:1, lyrArn0#",
        "bld#v1, pckg#requests",
        "bldVrsn0#, pckg#requests"
    })
    void layerKey_ofAnotherRow_isNotAVersion(String pk, String sk) {
        assertThat(LayerKey.isVersion(pk, sk)).isFalse();
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> LayerKey.parse(pk, sk));
    }

    @ParameterizedTest
    @CsvSource({
        "lyr#us-east-1, lyrVrsn#v1",
        "lyr#us-east-1.requests, lyrVrsn#v0",
        "lyr#us-east-1.requests, lyrVrsn#v01",
        "lyr#us-east-1.requests, lyrVrsn#v",
        "lyr#nowhere.requests, lyrVrsn#v1",
        "lyr#us-east-1.-x, lyrVrsn#v1"
    })
    void layerKey_thatIsDamaged_isRefused(String pk, String sk) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> LayerKey.parse(pk, sk));
    }

    @Test
    void pointerAndMark_standBesideTheVersions() {
        assertThat(LayerKey.pointer(id("us-east-1", "ruamel.yaml")))
                .isEqualTo(attributes("lyr#us-east-1.ruamel.yaml", "lyrVrsn0#"));
        assertThat(LayerKey.mark(arn("us-east-1", "x", 3)))
                .isEqualTo(attributes("lyrArn#arn:aws:lambda:us-east-1:000000000000:layer:x:3", "lyrArn0#"));
    }

    @Test
    void buildKey_isPrintedAndRead() {
        BuildKey key = new BuildKey(PackageName.parse("ruamel.yaml"), 3);

        assertThat(key.attributes()).isEqualTo(attributes("bld#v3", "pckg#ruamel.yaml"));
        assertThat(BuildKey.parse("bld#v3", "pckg#ruamel.yaml")).isEqualTo(key);
        assertThat(BuildKey.pointer(key.name())).isEqualTo(attributes("bldVrsn0#", "pckg#ruamel.yaml"));
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> BuildKey.parse("bldVrsn0#", "pckg#ruamel.yaml"));
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> BuildKey.parse("bld#v3", "ruamel.yaml"));
    }

    @Test
    void position_isPrintedAndRead() {
        LayerPosition position = new LayerPosition(DeployStatus.DEPRECATED, key("eu-west-1", "ruamel.yaml", 12));

        assertThat(position).hasToString("deprecated#eu-west-1#12#ruamel.yaml");
        assertThat(LayerPosition.parse(position.toString())).isEqualTo(position);
        assertThat(LayerPosition.of(new Item(position.startKey(Map.entry("rgn", "eu-west-1")))))
                .isEqualTo(position);
        assertThat(position.startKey(Map.entry("rgn", "eu-west-1")))
                .isEqualTo(Map.of(
                        "pk", AttributeValue.fromS("lyr#eu-west-1.ruamel.yaml"),
                        "sk", AttributeValue.fromS("lyrVrsn#v12"),
                        "rgn", AttributeValue.fromS("eu-west-1"),
                        "dplySts", AttributeValue.fromS("deprecated")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "latest",
                "latest#eu-west-1#12",
                "latest#eu-west-1#x#a",
                "latest#nowhere#1#a",
                "gone#eu-west-1#1#a",
                "latest#eu-west-1#1#a#b"
            })
    void position_thatIsDamaged_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> LayerPosition.parse(text));
    }
}
