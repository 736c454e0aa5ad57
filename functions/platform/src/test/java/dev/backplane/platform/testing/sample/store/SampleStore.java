package dev.backplane.platform.testing.sample.store;

import dev.backplane.local.engines.DynamoDbEngine;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A store may know the client; it must not import another service, as this one does. */
public final class SampleStore {

    public static final String TABLE = "sample".strip();

    private SampleStore() {}

    static String use(DynamoDbClient client) {
        return client.serviceName() + DynamoDbEngine.class;
    }
}
