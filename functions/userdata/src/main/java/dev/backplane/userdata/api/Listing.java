package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.store.DataStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The list of a namespace, with the parameters that select a page of it. */
final class Listing {

    private final Supplier<Optional<String>> prefix;
    private final Paging paging;

    private Listing(Supplier<Optional<String>> prefix, Paging paging) {
        this.prefix = prefix;
        this.paging = paging;
    }

    static Listing declare(Input input) {
        return new Listing(input.optionalQuery("prefix", Fields.PREFIX), input.paging());
    }

    HttpResponse response(DataStore data, Namespace namespace, boolean values) {
        return values
                ? render(
                        data,
                        namespace,
                        data.query(namespace, begin(), paging.limit(), after(namespace)),
                        Listing::withValue)
                : render(
                        data,
                        namespace,
                        data.list(namespace, begin(), paging.limit(), after(namespace)),
                        entry -> Json.write(EntryView.listed(entry)));
    }

    private static String withValue(Stored stored) {
        return Json.write(
                EntryView.listed(stored.entry()),
                Map.of("value", stored.payload().text()));
    }

    private <T> HttpResponse render(
            DataStore data, Namespace namespace, Page<T, DataKey> page, Function<T, String> view) {
        // An entry proves that the namespace exists.
        if (page.items().isEmpty() && page.next().isEmpty() && !data.exists(namespace)) {
            return Problems.appNotFound();
        }
        return HttpResponse.json(
                200,
                Json.writePage(
                        page.items().stream().map(view).toList(),
                        page.next().map(key -> paging.cursor(list(namespace), key.value()))));
    }

    private Optional<DataKey> after(Namespace namespace) {
        return paging.after(list(namespace), text -> {
            if (!text.startsWith(begin())) {
                throw new InvalidValueException("outside of the list");
            }
            return DataKey.parse(text);
        });
    }

    private String begin() {
        return prefix.get().orElse("");
    }

    /** Returns the name of the list that a cursor belongs to; names and ids contain no line breaks. */
    private String list(Namespace namespace) {
        String place = switch (namespace) {
            case Namespace.AppData(var app, var user, var realm) -> realm.value() + '\n' + app + '\n' + user;
            case Namespace.Content(var user) -> "content\n" + user;
            case Namespace.Behavior(var user) -> "cb\n" + user;
        };
        return place + '\n' + begin();
    }
}
