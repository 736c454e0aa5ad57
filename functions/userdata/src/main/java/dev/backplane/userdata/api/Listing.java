package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.store.DataStore;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The list of a shelf, declared with the rest of an operation's input. */
final class Listing {

    private final Supplier<Optional<String>> prefix;
    private final Paging paging;

    private Listing(Supplier<Optional<String>> prefix, Paging paging) {
        this.prefix = prefix;
        this.paging = paging;
    }

    static Listing declare(Call call) {
        return new Listing(
                call.input().optionalQuery("prefix", Fields.PREFIX),
                call.input().paging());
    }

    HttpResponse answer(DataStore data, Shelf shelf, boolean values) {
        return values
                ? render(data, shelf, data.query(shelf, begin(), paging.limit(), after(shelf)), Listing::withValue)
                : render(
                        data,
                        shelf,
                        data.list(shelf, begin(), paging.limit(), after(shelf)),
                        entry -> Views.listed(entry).json());
    }

    private static String withValue(Stored stored) {
        String listed = Views.listed(stored.entry()).json();
        return listed.substring(0, listed.length() - 1) + ",\"value\":"
                + stored.payload().text() + "}";
    }

    private <T> HttpResponse render(DataStore data, Shelf shelf, Page<T, DataKey> page, Function<T, String> view) {
        // Who holds anything proves that the shelf is there.
        if (page.items().isEmpty() && page.next().isEmpty() && !data.isThere(shelf)) {
            return Problems.appNotFound();
        }
        return HttpResponse.json(
                200,
                Json.writePage(
                        page.items().stream().map(view).toList(),
                        page.next().map(key -> paging.cursor(list(shelf), key.value()))));
    }

    private Optional<DataKey> after(Shelf shelf) {
        return paging.after(list(shelf), text -> {
            if (!text.startsWith(begin())) {
                throw new InvalidValueException("outside of the list");
            }
            return DataKey.parse(text);
        });
    }

    private String begin() {
        return prefix.get().orElse("");
    }

    /** Names the list that a cursor belongs to; neither names nor ids hold a line break. */
    private String list(Shelf shelf) {
        String place = switch (shelf) {
            case Shelf.AppData(var app, var user, var realm) -> realm.word() + '\n' + app + '\n' + user;
            case Shelf.Content(var user) -> "content\n" + user;
            case Shelf.Behavior(var user) -> "cb\n" + user;
        };
        return place + '\n' + begin();
    }
}
