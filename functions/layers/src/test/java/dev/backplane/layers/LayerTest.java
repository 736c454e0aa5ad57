package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LayerTest {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final NewLayer REQUEST = request(Optional.of(Requirements.of("a==1")));

    private static NewLayer request(Optional<Requirements> requirements) {
        return new NewLayer(
                new LayerId(new RegionName("us-east-1"), new PackageName("requests")),
                LayerArn.parse("arn:aws:lambda:us-east-1:000000000000:layer:requests:1"),
                new PackageVersion("1.0"),
                requirements,
                Compatibility.ANY);
    }

    private static Layer layer(DeployStatus status, Optional<Instant> expires) {
        Layer latest = Layer.latest(REQUEST, 1, NOW);
        return new Layer(
                latest.id(),
                latest.version(),
                latest.arn(),
                latest.packageVersion(),
                latest.requirements(),
                latest.compatibility(),
                latest.created(),
                status,
                new Lifetime(expires, Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(DeployStatus.class)
    void status_isReadFromItsWord(DeployStatus status) {
        assertThat(DeployStatus.parse(status.value())).isEqualTo(status);
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> DeployStatus.parse(status.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "DEPRECATED, -1, true, false",
        "DEPRECATED, 0, true, false",
        "DEPRECATED, 1, false, true",
        "LATEST, , false, false",
        "DELETED, , false, false",
        "DEPRECATED, , false, true"
    })
    void layer_isExpiredFromItsEndOn_andPromotableBefore(
            DeployStatus status, Long secondsToLive, boolean expired, boolean promotable) {
        Layer layer = layer(status, Optional.ofNullable(secondsToLive).map(NOW::plusSeconds));

        assertThat(layer.isExpired(NOW)).isEqualTo(expired);
        assertThat(layer.isPromotable(NOW)).isEqualTo(promotable);
    }

    @Test
    void promoted_isTheLatestWithoutAnEnd() {
        assertThat(layer(DeployStatus.DEPRECATED, Optional.of(NOW)).promoted())
                .isEqualTo(layer(DeployStatus.LATEST, Optional.empty()));
    }

    @Test
    void request_agreesWithALayerOfTheSameHashOrWhenItNamesNone() {
        Layer registered = Layer.latest(REQUEST, 1, NOW);

        assertThat(REQUEST.agreesWith(registered)).isTrue();
        assertThat(request(Optional.empty()).agreesWith(registered)).isTrue();
        assertThat(request(Optional.of(Requirements.known(RequirementsHash.of("a==1"))))
                        .agreesWith(registered))
                .isTrue();
        assertThat(request(Optional.of(Requirements.of("a==2"))).agreesWith(registered))
                .isFalse();
        assertThat(REQUEST.agreesWith(Layer.latest(request(Optional.empty()), 1, NOW)))
                .isFalse();
    }

    @Test
    void build_repeatsTheLatestOfTheSameHash_unlessItIsForced() {
        PackageName name = new PackageName("requests");
        PackageVersion version = new PackageVersion("1.0");
        Build latest = new Build(name, 3, version, Requirements.of("a==1"), NOW);

        assertThat(new NewBuild(name, version, Requirements.of("a==1"), false).repeats(latest))
                .isTrue();
        assertThat(new NewBuild(name, version, Requirements.of("a==1"), true).repeats(latest))
                .isFalse();
        assertThat(new NewBuild(name, version, Requirements.of("a==2"), false).repeats(latest))
                .isFalse();
    }
}
