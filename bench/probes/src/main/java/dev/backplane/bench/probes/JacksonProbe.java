package dev.backplane.bench.probes;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/** Like {@link CrtProbe}, with Jackson databind for JSON. */
public final class JacksonProbe implements RequestStreamHandler {

    private final ObjectMapper json =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    private final Reader reader = new Reader(AwsCrtHttpClient.builder());

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        String tenant = json.readValue(in, Messages.Event.class).tenant();
        String body = json.writeValueAsString(new Messages.Version(tenant, reader.version(tenant)));
        out.write(json.writeValueAsBytes(Messages.Answer.of(body)));
    }
}
