package dev.backplane.deployments.store;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Dynamo;
import java.io.IOException;
import java.io.UncheckedIOException;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** A connection on which the caller dies before or after a call. */
final class Mortal implements SdkHttpClient {

    /** The end of the process. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    private final SdkHttpClient engine;
    private final int last;
    private final boolean before;
    private int calls;

    private Mortal(SdkHttpClient engine, int last, boolean before) {
        this.engine = engine;
        this.last = last;
        this.before = before;
    }

    /**
     * Returns a connection whose caller dies.
     *
     * @param last the number of the call, from 1
     * @param before whether it dies before the call; otherwise after it, without its response
     */
    static Dynamo dying(AwsConnection aws, int last, boolean before) {
        return Dynamo.connect(new AwsConnection(
                new Mortal(aws.http(), last, before), aws.credentials(), aws.region(), aws.endpoint()));
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        calls++;
        if (calls == last && before) {
            throw new Death();
        }
        ExecutableHttpRequest call = engine.prepareRequest(request);
        if (calls == last) {
            try {
                call.call();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new Death();
        }
        return call;
    }

    @Override
    public void close() {}
}
