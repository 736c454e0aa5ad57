package dev.backplane.testing.sample.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A handler that depends on the client and has no constructor for a platform. */
public final class ClientHandler implements RequestStreamHandler {

    private final DynamoDbClient client;

    public ClientHandler(DynamoDbClient client) {
        this.client = client;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        client.listTables();
    }
}
