package dev.backplane.layers.verify;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.parameters.ParameterStore;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.ParameterTargets;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import java.time.Clock;
import java.util.Optional;

/**
 * What a verification compares.
 *
 * @param parameters empty if the stage has no parameters
 * @param account the account whose layers the stage may list
 * @param limits the layers that the stage may list
 */
record Sources(
        LayerStore layers,
        ParameterTargets targets,
        LambdaCatalog lambda,
        Optional<ParameterStore> parameters,
        String account,
        LayerLimits limits,
        Clock clock) {

    static Sources of(Platform platform) {
        Stores stores = new Stores(platform);
        return new Sources(
                stores.layers(),
                stores.parameterTargets(),
                new LambdaCatalog(platform.aws()),
                platform.settings()
                        .find(LayersSettings.LAYER_PARAMETER_PREFIX)
                        .map(prefix -> new ParameterStore(platform, prefix)),
                platform.settings().require(LayersSettings.ACCOUNT_ID),
                LayerLimits.from(platform.settings()),
                platform.clock());
    }

    /** Returns whether the stage may list the versions of a layer; older rows may name layers of other accounts. */
    boolean mayList(LayerArn arn) {
        return arn.account().equals(account) && arn.name().startsWith(limits.namePrefix());
    }
}
