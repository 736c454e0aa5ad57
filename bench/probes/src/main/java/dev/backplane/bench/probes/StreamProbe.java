package dev.backplane.bench.probes;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.avaje.jsonb.Jsonb;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.http.SdkHttpClient;

/** Reads the stream with generated code, as the suite does. */
abstract class StreamProbe implements RequestStreamHandler {

    private final Jsonb json = Jsonb.instance();
    private final Reader reader;

    StreamProbe(SdkHttpClient.Builder<?> http) {
        this.reader = new Reader(http);
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        String tenant =
                json.type(Messages.Event.class).fromJson(in.readAllBytes()).tenant();
        String body = json.type(Messages.Version.class).toJson(new Messages.Version(tenant, reader.version(tenant)));
        out.write(json.type(Messages.Answer.class).toJsonBytes(Messages.Answer.of(body)));
    }
}
