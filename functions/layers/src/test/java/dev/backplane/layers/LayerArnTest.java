package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayerArnTest {

    @ParameterizedTest
    @CsvSource({
        "arn:aws:lambda:us-east-1:000000000000:layer:requests:1, aws, us-east-1, 000000000000, 1",
        "arn:aws:lambda:eu-west-1:123456789012:layer:Klayers-p312-ruamel_yaml:17, aws, eu-west-1, 123456789012, 17",
        "arn:aws-cn:lambda:cn-north-1:000000000000:layer:x:2, aws-cn, cn-north-1, 000000000000, 2",
        "arn:aws-us-gov:lambda:us-gov-west-1:000000000000:layer:x:2, aws-us-gov, us-gov-west-1, 000000000000, 2",
        "arn:aws-iso-b:lambda:us-isob-east-1:000000000000:layer:x:2, aws-iso-b, us-isob-east-1, 000000000000, 2"
    })
    void arn_ofALayerVersion_isTakenApart(String text, String partition, String region, String account, long version) {
        LayerArn arn = LayerArn.parse(text);

        assertThat(arn).isEqualTo(new LayerArn(text, partition, new RegionName(region), account, version));
        assertThat(arn.region().partition()).isEqualTo(partition);
        assertThat(arn.layer() + ":" + version).isEqualTo(text);
        assertThat(arn).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "requests",
                "arn:aws:lambda:us-east-1:000000000000:layer:requests",
                "arn:aws:lambda:us-east-1:000000000000:layer:requests:0",
                "arn:aws:lambda:us-east-1:000000000000:layer:requests:01",
                "arn:aws:lambda:us-east-1:000000000000:layer:requests:x",
                "arn:aws:lambda:us-east-1:000000000000:layer:re.quests:1",
                "arn:aws:lambda:us-east-1:00000000000:layer:requests:1",
                "arn:aws:lambda:us-east-1:000000000000:function:requests:1",
                "arn:aws:s3:us-east-1:000000000000:layer:requests:1",
                "arn:aws:lambda:nowhere:000000000000:layer:requests:1",
                "arn:aws:lambda:us-east-1:000000000000:layer:requests:1\n",
                " arn:aws:lambda:us-east-1:000000000000:layer:requests:1"
            })
    void arn_ofAnythingElse_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> LayerArn.parse(text))
                .withMessageStartingWith("must be the ");
    }
}
