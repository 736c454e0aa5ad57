package dev.backplane.deployments.store;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Dynamo;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** A connection on which something else happens right before the first transaction. */
final class Interleaved implements SdkHttpClient {

    private final SdkHttpClient engine;
    private final Runnable other;
    private boolean done;

    private Interleaved(SdkHttpClient engine, Runnable other) {
        this.engine = engine;
        this.other = other;
    }

    /** Returns a connection that runs the work of another caller between the reads and the write of its own. */
    static Dynamo with(AwsConnection aws, Runnable other) {
        return Dynamo.connect(
                new AwsConnection(new Interleaved(aws.http(), other), aws.credentials(), aws.region(), aws.endpoint()));
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        boolean writes = request.httpRequest()
                .firstMatchingHeader("X-Amz-Target")
                .filter(target -> target.endsWith(".TransactWriteItems"))
                .isPresent();
        if (writes && !done) {
            done = true;
            other.run();
        }
        return engine.prepareRequest(request);
    }

    @Override
    public void close() {}
}
