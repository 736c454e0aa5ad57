package dev.backplane.testing;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** A network with a real DynamoDB engine and a recording event bus. */
public final class NetworkWithBus implements SdkHttpClient {

    private final SdkHttpClient dynamo;
    private final RecordingBus bus = new RecordingBus();

    public NetworkWithBus(SdkHttpClient dynamo) {
        this.dynamo = dynamo;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        boolean toBus = request.httpRequest()
                .firstMatchingHeader("X-Amz-Target")
                .orElse("")
                .startsWith("AWSEvents.");
        return (toBus ? bus : dynamo).prepareRequest(request);
    }

    @Override
    public void close() {}
}
