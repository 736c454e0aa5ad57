package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.Finding;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageVersion;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.DynamoLocal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ParameterTargetsTest {

    private static final String REGION = "us-east-1";
    private static final LayerId ID = id(REGION, "torch");
    private static final LayerParameter LATEST = LayerParameter.latest(ID);
    private static final LayerParameter TWO = LayerParameter.of(ID, PackageVersion.parse("2.0+cpu"));

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private ParameterTargets targets;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        targets = new ParameterTargets(DYNAMO.dynamo(), DYNAMO.table(LayerStore.TABLE));
    }

    private void register(int number, String packageVersion) {
        StoreFixture.registered(stores.layers.insertLayer(
                new NewLayer(
                        ID,
                        arn(REGION, "torch", number),
                        PackageVersion.parse(packageVersion),
                        Optional.empty(),
                        Compatibility.ANY),
                CAUSE));
    }

    private Optional<LayerArn> target(LayerParameter parameter) {
        return targets.of(parameter, Optional.empty(), Set.of());
    }

    @Test
    void of_latest_isWhatThePointerNames() {
        assertThat(target(LATEST)).isEmpty();
        register(1, "1.0");
        register(2, "2.0+cpu");
        assertThat(target(LATEST)).contains(arn(REGION, "torch", 2));

        stores.layers.deleteLayer(key(REGION, "torch", 2), true, CAUSE);

        assertThat(target(LATEST)).contains(arn(REGION, "torch", 1));
    }

    @Test
    void of_latest_afterTheLatestWasRemovedByHand_isEmptyOnceThePointerIsCleared() {
        register(1, "1.0");
        stores.writeTombstone(REGION, "torch", 1);

        assertThat(target(LATEST)).isEmpty();
    }

    @Test
    void of_packageVersion_isTheNewestLiveVersionWithIt() {
        register(1, "2.0+cpu");
        register(2, "2.0_cpu");
        register(3, "3.0");
        assertThat(target(TWO)).contains(arn(REGION, "torch", 2));

        stores.removeByHand(REGION, "torch", 2);
        assertThat(target(TWO)).contains(arn(REGION, "torch", 1));

        stores.writeTombstone(REGION, "torch", 1);
        assertThat(target(TWO)).isEmpty();
    }

    @Test
    void of_packageVersion_whenTheParameterNamesAnotherPackage_ignoresThat() {
        register(1, "2.0+cpu");
        LayerArn other = stores.register(REGION, "other", 7).arn();

        assertThat(targets.of(TWO, Optional.of(other), Set.of())).contains(arn(REGION, "torch", 1));
    }

    @Test
    void of_packageVersion_withNumbersOfVersionsThatDoNotExist_ignoresThem() {
        register(1, "2.0+cpu");
        register(2, "3.0");

        assertThat(targets.of(TWO, Optional.empty(), List.of(2L, 99L))).contains(arn(REGION, "torch", 1));
    }

    @Test
    void findings_ofDeletedAndUnknownArns_areThatTheyAreUnregistered() {
        register(1, "1.0");
        register(2, "2.0");
        stores.writeTombstone(REGION, "torch", 1);

        assertThat(targets.findings(List.of(arn(REGION, "torch", 1), arn(REGION, "torch", 2), arn(REGION, "torch", 3))))
                .containsExactly(
                        entry(arn(REGION, "torch", 1), Finding.Kind.LAYER_UNREGISTERED),
                        entry(arn(REGION, "torch", 3), Finding.Kind.LAYER_UNREGISTERED));
    }

    @Test
    void of_packageVersion_whenANewerVersionIsDamaged_isUndecided() {
        register(1, "2.0+cpu");
        register(2, "2.0+cpu");
        stores.put(stores.withoutArn(REGION, "torch", 2));

        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> target(TWO));
    }

    @Test
    void of_packageVersion_whenAnOlderOrAnotherVersionIsDamaged_isTheNewest() {
        register(1, "2.0+cpu");
        register(2, "2.0+cpu");
        register(3, "3.0");
        stores.put(stores.withoutArn(REGION, "torch", 1));
        stores.put(stores.withoutArn(REGION, "torch", 3));

        assertThat(target(TWO)).contains(arn(REGION, "torch", 2));
    }
}
