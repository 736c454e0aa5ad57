package dev.backplane.layers.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerExpiryHandlerTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        platform = DYNAMO.platform(Map.of(LayersSettings.LAYER_TABLE, DYNAMO.table(LayerStore.TABLE)));
        stores.registerUpTo(REGION, NAME, 2);
    }

    private String sweep() {
        assertThat(Invoke.with(new LayerExpiryHandler(platform.platform()), "{}"))
                .isEmpty();
        return platform.lines().getLast();
    }

    @Test
    void aSweep_makesWhatIsDue_andSaysHowMuch() {
        stores.layers.hold(
                StoreFixture.key(REGION, NAME, 2),
                Optional.of(stores.clock.instant().plus(Duration.ofDays(1))),
                StoreFixture.CAUSE);
        assertThat(sweep()).contains("\"changes\":0").contains("\"complete\":1");
        platform.clock().advance(Duration.ofDays(30));

        assertThat(sweep()).contains("\"changes\":2").contains("\"complete\":1");
        assertThat(stores.row("lyr#us-east-1.requests", "lyrVrsn#v1")).containsEntry("exWrn", "N 30");
        assertThat(stores.row("lyr#us-east-1.requests", "lyrVrsn#v2"))
                .containsEntry("actr", "system:LayerExpiry")
                .doesNotContainKey("hldDt");
        assertThat(sweep()).contains("\"changes\":0");
    }

    @Test
    void aSweepWithoutTimeLeft_saysThatItIsNotComplete() {
        platform.clock().advance(Duration.ofDays(30));
        Invoke.with(new LayerExpiryHandler(platform.platform()), "{}", Invoke.contextWith(5_000));

        assertThat(platform.lines().getLast()).contains("\"changes\":0").contains("\"complete\":0");
    }

    @Test
    void aDamagedRow_isAFault_andTheOthersAreSwept() {
        stores.register(REGION, NAME, 3);
        stores.put(stores.withoutArn(REGION, NAME, 1));
        platform.clock().advance(Duration.ofDays(30));

        assertThat(sweep()).contains("\"changes\":1").contains("item without arn");
    }
}
