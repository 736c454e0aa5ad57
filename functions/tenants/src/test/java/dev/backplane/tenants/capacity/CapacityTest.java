package dev.backplane.tenants.capacity;

import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    CapacityTest() {
        super("tenants", TenantId.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(ApiCases.all(), WorkflowCases.all(), QueueCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
