package dev.backplane.deployments.capacity;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    CapacityTest() {
        super("deployments", DeploymentId.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(
                        DeploymentCases.all(),
                        ProjectCases.all(),
                        AliasCases.all(),
                        AliasChangeCases.all(),
                        ResolveCases.all(),
                        EventCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
