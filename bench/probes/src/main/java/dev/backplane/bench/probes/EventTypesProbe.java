package dev.backplane.bench.probes;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.avaje.jsonb.Jsonb;
import java.util.Map;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/**
 * Like {@link CrtProbe}, with the event types of aws-lambda-java-events, which the runtime reads and writes by
 * reflection.
 */
public final class EventTypesProbe implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private final Jsonb json = Jsonb.instance();
    private final Reader reader = new Reader(AwsCrtHttpClient.builder());

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        String tenant = event.getPathParameters().getOrDefault("tenantId", "");
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withHeaders(Map.of("content-type", "application/json"))
                .withBody(
                        json.type(Messages.Version.class).toJson(new Messages.Version(tenant, reader.version(tenant))))
                .build();
    }
}
