package dev.backplane.local;

import dev.backplane.local.gateway.GatewayKinds;
import dev.backplane.local.identity.IdentityKinds;
import dev.backplane.local.template.ResourceKinds;

/** All resource types that the local cloud runs; each package brings its own. */
final class LocalKinds {
    private LocalKinds() {}

    static ResourceKinds all() {
        return new ResourceKinds().register(GatewayKinds.all()).register(IdentityKinds.all());
    }
}
