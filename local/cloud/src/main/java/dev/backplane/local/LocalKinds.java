package dev.backplane.local;

import dev.backplane.local.bus.BusKinds;
import dev.backplane.local.functions.FunctionKinds;
import dev.backplane.local.gateway.GatewayKinds;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.identity.IdentityKinds;
import dev.backplane.local.logs.LogGroupKind;
import dev.backplane.local.queues.QueueKind;
import dev.backplane.local.streams.StreamMappingKind;
import dev.backplane.local.tables.TableKind;
import dev.backplane.local.template.KnownProperties;
import dev.backplane.local.template.ResourceKind;
import dev.backplane.local.template.ResourceKinds;
import java.util.List;

/** All resource types that the local cloud runs; each package brings its own. */
final class LocalKinds {
    private LocalKinds() {}

    static ResourceKinds all() {
        return new ResourceKinds()
                .register(IamKinds.all())
                .register(FunctionKinds.all())
                .register(BusKinds.all())
                .register(GatewayKinds.all())
                .register(IdentityKinds.all())
                .register(List.of(
                        TableKind.kind(), QueueKind.kind(), LogGroupKind.kind(), StreamMappingKind.kind()))
                .register(withoutEffect());
    }

    /** Types that watch what runs and do nothing themselves. */
    private static List<ResourceKind> withoutEffect() {
        return List.of(
                ResourceKind.unnamed(
                        "AWS::CDK::Metadata",
                        KnownProperties.used().withoutEffect("tells AWS which CDK was used", "Analytics")));
    }
}
