package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.store.AliasHistory;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.function.Supplier;

/** Lists the changes of an alias, newest first. */
public final class ListAliasHistoryHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListAliasHistory", Scopes.READ, "GET /alias-history");

    private final AliasHistory history;
    private final AliasStore aliases;

    public ListAliasHistoryHandler() {
        this(Platform.lambda());
    }

    public ListAliasHistoryHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.history = stores.history();
        this.aliases = stores.aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.query("alias", Fields.ALIAS);
        Paging paging = input.paging();
        input.verify();

        AliasId id = alias.get();
        String list = id.toString();
        Page<HistoryEntry, Long> page = history.list(id, paging.limit(), paging.after(list, AliasKey::revision));
        // An alias that is older than the history has no entries yet.
        if (page.items().isEmpty() && aliases.getAliasById(id).isEmpty()) {
            return Problems.aliasNotFound(id);
        }
        return HttpResponse.page(
                HistoryView.class,
                page.items().stream().map(HistoryView::of).toList(),
                page.next().map(revision -> paging.cursor(list, AliasKey.sort(revision))));
    }
}
