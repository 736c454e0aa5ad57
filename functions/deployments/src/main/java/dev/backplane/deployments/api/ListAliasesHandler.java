package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasPosition;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the aliases of a deployment or of a domain. */
public final class ListAliasesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListAliases", Scopes.READ, "GET /aliases");

    private final DeploymentStore deployments;
    private final AliasStore aliases;

    public ListAliasesHandler() {
        this(Platform.lambda());
    }

    public ListAliasesHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.aliases = stores.aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<DeploymentId>> deployment = input.optionalQuery("deploymentId", Fields.DEPLOYMENT_ID);
        Supplier<Optional<Hostname>> domain = input.optionalQuery("domain", Fields.HOSTNAME);
        Paging paging = input.paging();
        input.require(
                () -> deployment.get().isPresent() != domain.get().isPresent(),
                "deploymentId",
                "or domain is required, and not both");
        input.verify();

        return deployment
                .get()
                .map(id -> ofDeployment(id, paging))
                .orElseGet(() -> ofDomain(domain.get().orElseThrow(), paging));
    }

    private HttpResponse ofDeployment(DeploymentId id, Paging paging) {
        String list = "deployment " + id;
        Page<AliasSummary, AliasPosition> page =
                aliases.listAliasesForDeployment(id, paging.limit(), paging.after(list, AliasPosition::parse));
        // An alias proves that its deployment exists, so only an empty page needs the check.
        if (page.items().isEmpty() && deployments.getDeploymentById(id).isEmpty()) {
            return Problems.deploymentNotFound(id);
        }
        return render(page, paging, list);
    }

    private HttpResponse ofDomain(Hostname domain, Paging paging) {
        String list = "domain " + domain;
        return render(
                aliases.listAliasesForDomain(domain, paging.limit(), paging.after(list, AliasKey::parse)),
                paging,
                list);
    }

    private static HttpResponse render(Page<AliasSummary, ?> page, Paging paging, String list) {
        return HttpResponse.page(
                AliasSummaryView.class,
                page.items().stream().map(AliasSummaryView::of).toList(),
                page.next().map(position -> paging.cursor(list, position.toString())));
    }
}
