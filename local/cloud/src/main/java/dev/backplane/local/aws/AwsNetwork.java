package dev.backplane.local.aws;

import dev.backplane.local.account.Account;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.InvalidTokenException;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Replaces the network between SDK clients and AWS: finds the service, checks IAM and performs the call. */
public final class AwsNetwork {

    private static final int CLIENT_ERROR = 400;
    private static final int FORBIDDEN = 403;

    private final Iam iam;
    private final Map<String, AwsService> services = new ConcurrentHashMap<>();
    private final FaultInjection faults = new FaultInjection();
    private volatile Optional<URI> address = Optional.empty();

    public AwsNetwork(Iam iam, List<AwsService> services) {
        this.iam = iam;
        services.forEach(this::add);
    }

    /** Sets the address of the local port. */
    public void publishAt(URI localPort) {
        address = Optional.of(localPort);
    }

    /** Returns the address of the local port, for URLs that functions hand out; empty without an HTTP server. */
    public Optional<URI> address() {
        return address;
    }

    /** Adds a service. */
    public void add(AwsService service) {
        service.hosts().forEach(host -> services.put(host, service));
    }

    /** Creates an HTTP client for SDK clients with this role. */
    public SdkHttpClient connect(Caller caller) {
        return new Connection(request -> call(Optional.of(caller), request));
    }

    /** Creates an HTTP client for the account owner, who has all permissions. */
    public SdkHttpClient connectOwner() {
        return new Connection(request -> call(Optional.empty(), request));
    }

    /** Returns the fault injection for calls with a role. */
    public FaultInjection faults() {
        return faults;
    }

    /** Performs a call of a session if it is signed by one, else of the owner of the connection. */
    private HttpExecuteResponse call(Optional<Caller> owner, HttpExecuteRequest request) throws IOException {
        AwsService service = service(request);
        try {
            Optional<Caller> caller = iam.sessions()
                    .find(header(request, "Authorization"), header(request, "X-Amz-Security-Token"))
                    .or(() -> owner);
            AwsRequest call = call(request, caller);
            return caller.isPresent() ? call(caller.get(), service, call) : service.perform(call);
        } catch (InvalidTokenException e) {
            return service.failed(FORBIDDEN, e.code(), e.reason());
        }
    }

    private HttpExecuteResponse call(Caller caller, AwsService service, AwsRequest call) throws IOException {
        Optional<List<AccessRequest>> accesses = service.accesses(call);
        if (accesses.isEmpty()) {
            return service.notOffered(call);
        }
        for (AccessRequest access : accesses.get()) {
            Optional<Denial> denial = iam.check(caller, access);
            if (denial.isPresent()) {
                return service.denied(denial.get());
            }
        }
        String account = caller.role().account();
        if (!account.equals(Account.ID) && !service.servesOtherAccounts()) {
            return service.failed(
                    CLIENT_ERROR,
                    "ResourceNotFoundException",
                    "The local cloud has no resources in account " + account);
        }
        return faults.perform(caller, service, call);
    }

    private static Optional<String> header(HttpExecuteRequest request, String name) {
        return request.httpRequest().firstMatchingHeader(name);
    }

    private AwsService service(HttpExecuteRequest request) throws UnknownHostException {
        String host = request.httpRequest().host();
        AwsService service = services.get(host);
        if (service == null) {
            throw new UnknownHostException(host + " is not part of the local cloud");
        }
        return service;
    }

    private static AwsRequest call(HttpExecuteRequest request, Optional<Caller> caller) throws IOException {
        return new AwsRequest(request.httpRequest(), EngineHttpClient.body(request), caller);
    }

    private interface Calls {

        HttpExecuteResponse call(HttpExecuteRequest request) throws IOException;
    }

    private record Connection(Calls calls) implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    return calls.call(request);
                }

                @Override
                public void abort() {
                    // Local calls are short.
                }
            };
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }
}
