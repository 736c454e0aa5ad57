package dev.backplane.platform.aws;

import dev.backplane.platform.log.Meter;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** An HTTP client that counts its requests, including the SDK's own retries. */
record MeteredHttp(SdkHttpClient client) implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        Meter.called();
        return client.prepareRequest(request);
    }

    @Override
    public String clientName() {
        return client.clientName();
    }

    @Override
    public void close() {
        client.close();
    }
}
