package dev.backplane.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The services of a stage.
 *
 * <p>Operations that take an {@code Idempotency-Key} get a random one, and requests that can be repeated safely are
 * repeated. An error response is thrown as a {@link BackplaneException}. Instances can be shared between threads.
 *
 * {@snippet :
 * Backplane backplane = Backplane.at(URI.create("http://127.0.0.1:4510"), () -> token);
 * Lease lease = backplane.pool().createLease(CreateLeaseRequest.of("ann@example.com")).body();
 * }
 */
public final class Backplane {

    private final Transport transport;

    private Backplane(Transport transport) {
        this.transport = transport;
    }

    /**
     * Returns the services at an address.
     *
     * @param token returns an access token; it is called for each attempt
     */
    public static Backplane at(URI address, Supplier<String> token) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return new Backplane(new Transport(http, address, token, new Retries(4)));
    }

    /** Returns services that use this HTTP client and a maximum number of attempts for each request. */
    public Backplane with(HttpClient http, int attempts) {
        return new Backplane(new Transport(http, transport.address(), transport.token(), new Retries(attempts)));
    }

    public ActivityApi activity() {
        return new ActivityApi(transport);
    }

    public DeploymentsApi deployments() {
        return new DeploymentsApi(transport);
    }

    public LayersApi layers() {
        return new LayersApi(transport);
    }

    public PoolApi pool() {
        return new PoolApi(transport);
    }

    public TenantsApi tenants() {
        return new TenantsApi(transport);
    }

    public UserdataApi userdata() {
        return new UserdataApi(transport);
    }
}
