package dev.backplane.testing.sample.store;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.testing.sample.ImpureDomain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A store, which may use the client, but not another service, nor a package that depends on it. */
public final class SampleStore {

    public static final String TABLE = "sample".strip();

    private SampleStore() {}

    static Class<?> domain() {
        return ImpureDomain.class;
    }

    static String use(DynamoDbClient client) {
        return client.serviceName() + DynamoDbEngine.class;
    }
}
