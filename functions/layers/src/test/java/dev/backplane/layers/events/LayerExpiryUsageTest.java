package dev.backplane.layers.events;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The check one day before a version expires. */
class LayerExpiryUsageTest {

    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-west-2.requests";
    private static final String V1 = "lyrVrsn#v1";
    private static final String ARN = arn(REGION, NAME, 1).value();
    private static final Instant EXPIRY = TestClock.START.plus(Duration.ofDays(60));

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private TestPlatform platform;
    private StoreFixture stores;
    private FakeFunctions lambda;

    @BeforeEach
    void approachTheExpiry() {
        DeleterFixture fixture = new DeleterFixture(DYNAMO);
        platform = fixture.platform;
        stores = fixture.stores;
        lambda = fixture.aws.functions();
        stores.registerUpTo(REGION, NAME, 2);
        platform.clock().advance(Duration.ofDays(59).minusHours(1));
        sweep();
        assertThat(lambda.calls()).isEmpty();
        assertThat(expiry()).isEqualTo(EXPIRY);
        platform.clock().advance(Duration.ofHours(2));
    }

    private void sweep() {
        Invoke.with(new LayerExpiryHandler(platform.platform()), "{}", Invoke.contextWith(900_000));
    }

    private Map<String, String> row() {
        return stores.row(PK, V1);
    }

    private Instant expiry() {
        return Instant.ofEpochSecond(
                Long.parseLong(row().getOrDefault("exDt", "").substring(2)));
    }

    @Test
    void aVersionInUse_expiresSevenDaysLater_andIsCheckedAgainBefore() {
        lambda.version("report", "1", ARN).alias("report", "live", "2", "1");

        sweep();
        sweep();

        assertThat(expiry()).isEqualTo(EXPIRY.plus(Duration.ofDays(7)));
        assertThat(row())
                .containsEntry("actr", "system:LayerExpiry")
                .containsEntry("exWrn", "N 7")
                .containsEntry("pstpndDt", "2026-03-05T01:00:00.000Z")
                .containsEntry("duDt", "2026-03-12T00:00:00.000Z");
        assertThat(lambda.calls()).hasSize(2);

        lambda.clear();
        platform.clock().advance(Duration.ofDays(7));
        sweep();
        assertThat(expiry()).isEqualTo(EXPIRY.plus(Duration.ofDays(7)));
        assertThat(row()).containsEntry("exWrn", "N 1").doesNotContainKeys("duDt", "duGrp");
    }

    @Test
    void aVersionThatNoFunctionUses_expiresOnTime() {
        lambda.version("report", "1", ARN).version("report", "$LATEST");

        sweep();

        assertThat(expiry()).isEqualTo(EXPIRY);
        assertThat(row()).containsEntry("exWrn", "N 1").doesNotContainKey("pstpndDt");
    }

    @Test
    void whenLambdaCannotBeAsked_theNextSweepTriesAgain() {
        lambda.version("report", "$LATEST", ARN);
        lambda.answer(403, "AccessDeniedException");
        Map<String, String> before = row();

        sweep();
        assertThat(row()).isEqualTo(before);
        assertThat(platform.lines().getLast()).contains("AccessDeniedException");

        lambda.answer(200, "");
        sweep();
        assertThat(expiry()).isEqualTo(EXPIRY.plus(Duration.ofDays(7)));
    }

    @Test
    void withoutTheCheck_lambdaIsNotAsked() {
        lambda.version("report", "$LATEST", ARN);
        platform = platform.with(LayersSettings.LAYER_USAGE, "off");

        sweep();

        assertThat(expiry()).isEqualTo(EXPIRY);
        assertThat(lambda.calls()).isEmpty();
    }

    /** The version is registered as deleted, or replaced, while Lambda answers. */
    @Test
    void aVersionThatChangesWhileLambdaIsAsked_isNotPostponed() {
        lambda.version("report", "$LATEST", ARN)
                .whenAsked(
                        _ -> stores.layers.deleteLayer(StoreFixture.key(REGION, NAME, 1), false, StoreFixture.CAUSE));

        sweep();

        assertThat(row()).isEmpty();
    }
}
