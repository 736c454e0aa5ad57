package dev.backplane.testing.capacity;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.testing.DynamoLocal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An HTTP client for DynamoDB that adds up what AWS would charge, from the items before and after each request.
 *
 * <p>The engine does not count absent items, empty queries, rejected writes, condition checks, and most index writes of
 * transactions.
 */
final class AwsBill implements SdkHttpClient {

    /** The price factor of transactions. */
    private static final int TRANSACTION = 2;

    private final SdkHttpClient http;
    private final DynamoLocal local;
    // A handler may send calls concurrently.
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();

    AwsBill(SdkHttpClient http, DynamoLocal local) {
        this.http = http;
        this.local = local;
    }

    void reset() {
        readUnits.reset();
        writeUnits.reset();
    }

    double readUnits() {
        return readUnits.sum();
    }

    double writeUnits() {
        return writeUnits.sum();
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (!target.startsWith("DynamoDB_")) {
            return prepared;
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return charge(target.substring(target.indexOf('.') + 1), WireText.of(request), prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private HttpExecuteResponse charge(String action, JsonValue request, ExecutableHttpRequest call)
            throws IOException {
        List<Touch> touched = Touch.all(action, request, local);
        List<Map<String, AttributeValue>> before =
                touched.stream().map(touch -> touch.item(local)).toList();
        WireText response = WireText.of(call.call());
        int times = action.startsWith("Transact") ? TRANSACTION : 1;
        switch (action) {
            case "Query", "Scan" ->
                readUnits.add(Math.max(response.capacityUnits(), WireText.isConsistent(request) ? 1 : 0.5));
            case "GetItem", "BatchGetItem", "TransactGetItems" -> {
                for (int i = 0; i < touched.size(); i++) {
                    readUnits.add(times * touched.get(i).share() * Charges.read(before.get(i)));
                }
            }
            default -> {
                for (int i = 0; i < touched.size(); i++) {
                    Touch touch = touched.get(i);
                    writeUnits.add(times * Charges.write(touch.table(), before.get(i), touch.item(local)));
                }
            }
        }
        return response.again();
    }

    @Override
    public void close() {
        http.close();
    }
}
