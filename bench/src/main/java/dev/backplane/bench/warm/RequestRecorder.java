package dev.backplane.bench.warm;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** An HTTP client that records its requests. */
final class RequestRecorder implements SdkHttpClient {

    private final SdkHttpClient client;
    private final List<HttpExecuteRequest> requests = new ArrayList<>();

    RequestRecorder(SdkHttpClient client) {
        this.client = client;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        requests.add(request);
        return client.prepareRequest(request);
    }

    /** Returns the number of recorded requests. */
    int size() {
        return requests.size();
    }

    List<HttpExecuteRequest> between(int from, int to) {
        return List.copyOf(requests.subList(from, to));
    }

    void clear() {
        requests.clear();
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
