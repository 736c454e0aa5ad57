package dev.backplane.local.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.platform.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** A handler controlled by its input, which returns the properties of the invocation. */
public final class ScriptedHandler implements RequestStreamHandler {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Platform platform;

    public ScriptedHandler(Platform platform) {
        this.platform = platform;
        if (platform.settings().find("BROKEN").isPresent()) {
            throw new IllegalArgumentException("cannot be made");
        }
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        JsonNode script = JSON.readTree(in);
        if (script.has("throw")) {
            throw new IllegalStateException(script.path("throw").asText());
        }
        if (script.has("hang")) {
            hang();
        }
        if (script.has("log")) {
            platform.log().accept(script.path("log").asText());
        }
        ObjectNode answer = JSON.createObjectNode()
                .put("requestId", context.getAwsRequestId())
                .put("arn", context.getInvokedFunctionArn())
                .put("memory", context.getMemoryLimitInMB())
                .put("remaining", context.getRemainingTimeInMillis())
                .put("greeting", platform.settings().require("GREETING"))
                .put("padding", "x".repeat(script.path("padding").asInt()));
        out.write(JSON.writeValueAsBytes(answer));
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
