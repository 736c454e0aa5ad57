package dev.backplane.userdata.capacity;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.store.StoreFixture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Fixture> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    CapacityTest() {
        super("userdata", AppName.class);
    }

    @Override
    protected List<CapacityCase<Fixture>> cases() {
        return Stream.of(
                        AppCases.all(),
                        JsonCases.all(),
                        BlobCases.all(),
                        BatchCases.all(),
                        ExpiryCases.all(),
                        ChangeCases.all(),
                        RemovalCases.all(),
                        UploadCases.all(),
                        BehaviorCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    protected Fixture fixture() {
        return new Fixture(DYNAMO);
    }
}
