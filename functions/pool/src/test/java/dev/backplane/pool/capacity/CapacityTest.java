package dev.backplane.pool.capacity;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    CapacityTest() {
        super("pool", AccountId.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(
                        AccountCases.all(),
                        CleanupCases.all(),
                        LeaseCases.all(),
                        TermCases.all(),
                        AccessCases.all(),
                        PoolCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
