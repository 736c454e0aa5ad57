package dev.backplane.local.aws;

import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.iam.Access;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Takes the place of the network between SDK clients and AWS: finds the service, asks IAM, performs the call. */
public final class AwsNetwork {
    private final Iam iam;
    private final Map<String, AwsService> services = new HashMap<>();

    public AwsNetwork(Iam iam, List<AwsService> services) {
        this.iam = iam;
        services.forEach(service -> service.hosts().forEach(host -> this.services.put(host, service)));
    }

    /** The HTTP client for SDK clients that act with this caller's role. */
    public SdkHttpClient connect(Caller caller) {
        return new SdkHttpClient() {
            @Override
            public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
                return new ExecutableHttpRequest() {
                    @Override
                    public HttpExecuteResponse call() throws IOException {
                        return AwsNetwork.this.call(caller, request);
                    }

                    @Override
                    public void abort() {
                        // Calls end by themselves within moments.
                    }
                };
            }

            @Override
            public void close() {
                // Holds nothing of its own.
            }
        };
    }

    private HttpExecuteResponse call(Caller caller, HttpExecuteRequest request) throws IOException {
        String host = request.httpRequest().host();
        AwsService service = services.get(host);
        if (service == null) {
            throw new UnknownHostException(host + " is not part of the local cloud");
        }
        AwsRequest call = new AwsRequest(request.httpRequest(), EngineHttpClient.body(request));
        Optional<List<Access>> accesses = service.accesses(call);
        if (accesses.isEmpty()) {
            return AwsAnswer.refused(
                    "com.amazon.coral.service#UnknownOperationException",
                    "The local cloud does not offer " + host + " " + call.action());
        }
        for (Access access : accesses.get()) {
            Optional<Denial> denial = iam.check(caller, access);
            if (denial.isPresent()) {
                return AwsAnswer.denied(denial.get());
            }
        }
        return service.perform(call);
    }
}
