package dev.backplane.local;

import dev.backplane.local.apigateway.HttpApiGateway;
import dev.backplane.local.aws.AwsApi;
import dev.backplane.local.cloudfront.LocalSite;
import dev.backplane.local.cognito.Issuer;
import dev.backplane.local.cognito.OAuthClients;
import dev.backplane.local.cognito.PreTokenTrigger;
import dev.backplane.local.cognito.SigningKey;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.LoopbackServer;
import dev.backplane.local.lambda.InvokeApi;
import dev.backplane.local.s3.S3Api;
import dev.backplane.local.stepfunctions.ExecutionsPage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** A running local cloud with its HTTP server on one loopback port. */
public final class LocalServer implements AutoCloseable {

    private final LoopbackServer server;
    private final LocalCloud cloud;
    private final HttpApiGateway httpApis;
    private final Issuer issuer;

    private LocalServer(LoopbackServer server, LocalCloud cloud, HttpApiGateway httpApis, Issuer issuer) {
        this.server = server;
        this.cloud = cloud;
        this.httpApis = httpApis;
        this.issuer = issuer;
    }

    /**
     * The receivers of log lines.
     *
     * @param requests receives a line per request
     * @param problems receives a line per failure whose reason is hidden from the caller
     */
    public record Output(Consumer<String> requests, Consumer<String> problems) {

        /** Discards all lines. */
        public static final Output QUIET = new Output(line -> {}, line -> {});
    }

    /**
     * Binds the port, starts the cloud and serves requests.
     *
     * @param port 0 for a free port
     * @throws java.net.BindException if the port is in use
     * @throws dev.backplane.local.cloudformation.template.TemplateException if the templates contain something
     *     unsupported
     */
    public static LocalServer start(LocalCloud.Options options, int port, Output output) throws IOException {
        LoopbackServer server = LoopbackServer.bind(port);
        try {
            CompletableFuture<SigningKey> key = CompletableFuture.supplyAsync(() -> key(options));
            LocalCloud cloud = LocalCloud.start(options.withAddress(server.address()));
            try {
                return serve(server, cloud, made(key), output);
            } catch (RuntimeException e) {
                cloud.close();
                throw e;
            }
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static LocalServer serve(LoopbackServer server, LocalCloud cloud, SigningKey key, Output output) {
        OAuthClients clients = OAuthClients.of(cloud.templates());
        Issuer issuer = new Issuer(
                server.address(),
                key,
                clients,
                PreTokenTrigger.of(cloud.templates(), cloud.functions()),
                cloud.options().clock());
        HttpApiGateway httpApis =
                HttpApiGateway.of(cloud.templates(), issuer.verifier(), cloud.functions(), output.problems());
        LocalRouter router = new LocalRouter(
                issuer,
                new InvokeApi(cloud.functions(), output.problems()),
                new AwsApi(cloud.owner()),
                LocalSite.of(cloud.templates(), clients, server.address()),
                httpApis);
        server.start(handlers(cloud, router), output.requests(), output.problems());
        return new LocalServer(server, cloud, httpApis, issuer);
    }

    private static LoopbackServer.Handlers handlers(LocalCloud cloud, LocalRouter router) {
        ExecutionsPage executions = cloud.workflows().page();
        InspectionApi inspection = new InspectionApi(cloud.logs(), cloud.iam());
        S3Api s3 = new S3Api(cloud.objects(), cloud.iam(), cloud.options().clock());
        return new LoopbackServer.Handlers() {
            @Override
            public LocalResponse answer(LocalRequest request) {
                return executions
                        .answer(request)
                        .or(() -> inspection.answer(request))
                        .orElseGet(() -> router.apply(request));
            }

            @Override
            public Optional<LocalResponse> stream(LocalRequest head, InputStream body) throws IOException {
                return s3.answer(head, body);
            }

            @Override
            public int bodyLimit(LocalRequest head) {
                return router.awsApi().bodyLimit(head).orElseGet(() -> LoopbackServer.Handlers.super.bodyLimit(head));
            }
        };
    }

    private static SigningKey made(CompletableFuture<SigningKey> key) {
        try {
            return key.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static SigningKey key(LocalCloud.Options options) {
        return options.data().map(SigningKey::keptIn).orElseGet(SigningKey::inMemory);
    }

    public URI address() {
        return server.address();
    }

    public LocalCloud cloud() {
        return cloud;
    }

    /** Returns the keys of all routes. */
    public List<String> routeKeys() {
        return httpApis.routeKeys();
    }

    /** Returns a token with every scope. */
    public String token() {
        return issuer.tokenWithEveryScope();
    }

    /** Stops the server and the cloud. */
    @Override
    public void close() {
        server.close();
        cloud.close();
    }
}
