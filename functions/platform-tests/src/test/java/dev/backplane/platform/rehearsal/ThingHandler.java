package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.log.Invocation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A function for tests: it reads an item from DynamoDB and returns its name and the time. */
public final class ThingHandler implements RequestStreamHandler {

    /** The number of calls in this process. */
    static final AtomicInteger RUNS = new AtomicInteger();

    private final Platform platform;
    private final Dynamo dynamo;

    public ThingHandler(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.dynamo();
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        RUNS.incrementAndGet();
        String event = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        Invocation invocation = new Invocation(context.getFunctionName(), "things", "Thing", context.getAwsRequestId());
        String name = dynamo.get(platform.settings().require("THINGS"), Map.of("id", AttributeValue.fromS(event)))
                .orElseThrow()
                .text("name");
        platform.log().accept(invocation.line(0));
        out.write((event + " is " + name + " at " + platform.clock().instant()).getBytes(StandardCharsets.UTF_8));
    }
}
