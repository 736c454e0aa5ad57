package dev.backplane.testing;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** The network of a function that must not call AWS. */
final class Unreachable implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        throw new AssertionError("unexpected call to " + request.httpRequest().host());
    }

    @Override
    public void close() {}
}
