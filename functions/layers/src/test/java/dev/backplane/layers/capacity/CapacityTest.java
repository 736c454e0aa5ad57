package dev.backplane.layers.capacity;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    CapacityTest() {
        super("layers", LayerId.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(LayerCases.all(), LifeCases.all(), BuildCases.all(), EventCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
