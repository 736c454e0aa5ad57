package dev.backplane.local.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.http.Answer;
import dev.backplane.local.http.Request;
import dev.backplane.local.identity.Issuer;
import dev.backplane.local.template.CloudTemplates;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** All that the local cloud's port serves: the issuer, AWS's own APIs, readiness, and the HTTP APIs. */
public final class LocalGateway implements Function<Request, Answer> {
    private static final String HEALTH_PATH = "/_backplane/health";

    private final Issuer issuer;
    private final InvokeApi invokeApi;
    private final AwsApi awsApi;
    private final HttpApiGateway httpApis;
    private final List<String> routeKeys;

    private LocalGateway(List<ApiRoute> routes, Issuer issuer, Backend backend, Consumer<String> problems) {
        this.issuer = issuer;
        this.invokeApi = new InvokeApi(backend, problems);
        this.awsApi = new AwsApi(backend.aws());
        this.httpApis =
                new HttpApiGateway(new RouteTable(routes), new JwtAuthorizer(issuer.verifier()), backend, problems);
        this.routeKeys = routes.stream().map(route -> route.key().text()).toList();
    }

    /**
     * Serves the templates' HTTP APIs.
     *
     * @param problems receives a line for every request that failed for a reason the caller is not told
     * @throws dev.backplane.local.template.TemplateException when a route cannot be served
     */
    public static LocalGateway of(CloudTemplates templates, Issuer issuer, Backend backend, Consumer<String> problems) {
        return new LocalGateway(HttpApis.routes(templates), issuer, backend, problems);
    }

    static LocalGateway of(List<ApiRoute> routes, Issuer issuer, Backend backend, Consumer<String> problems) {
        return new LocalGateway(routes, issuer, backend, problems);
    }

    /** The keys of all routes, in the order of the templates. */
    public List<String> routeKeys() {
        return routeKeys;
    }

    @Override
    public Answer apply(Request request) {
        if (request.path().equals(HEALTH_PATH)) {
            return Answer.json(200, JsonNodeFactory.instance.objectNode().put("status", "ready"));
        }
        return issuer.answer(request)
                .or(() -> invokeApi.answer(request))
                .or(() -> awsApi.answer(request))
                .orElseGet(() -> httpApis.answer(request));
    }
}
