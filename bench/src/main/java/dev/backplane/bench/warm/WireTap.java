package dev.backplane.bench.warm;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** Keeps the requests that go through an HTTP client, as they are, to be looked at when nobody measures. */
final class WireTap implements SdkHttpClient {

    private final SdkHttpClient client;
    private final List<HttpExecuteRequest> requests = new ArrayList<>();

    WireTap(SdkHttpClient client) {
        this.client = client;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        requests.add(request);
        return client.prepareRequest(request);
    }

    /** Returns how many requests went through since they were forgotten. */
    int size() {
        return requests.size();
    }

    /** Returns the requests from one to another. */
    List<HttpExecuteRequest> between(int from, int to) {
        return List.copyOf(requests.subList(from, to));
    }

    void forget() {
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
