package dev.backplane.deployments.capacity;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);

    CapacityTest() {
        super("deployments", DeploymentId.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(DeploymentCases.all(), AliasCases.all(), ResolveCases.all(), EventCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
