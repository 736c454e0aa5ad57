package dev.backplane.activity.api;

import dev.backplane.activity.Entry;
import dev.backplane.activity.Filter;
import dev.backplane.activity.Period;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.activity.store.Position;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lists domain events, newest first: all, or those about a resource, by an actor, or of a service. */
public final class ListActivityHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListActivity", Scopes.READ, "GET /activity");

    private final ActivityStore activity;

    public ListActivityHandler() {
        this(Platform.lambda());
    }

    public ListActivityHandler(Platform platform) {
        super(platform, OPERATION);
        this.activity = new ActivityStore(platform);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Filter>> subject = input.optionalQuery("subject", InputType.text(Filter::subject));
        Supplier<Optional<Filter>> actor = input.optionalQuery("actor", InputType.text(Filter::actor));
        Supplier<Optional<Filter>> service = input.optionalQuery("service", InputType.text(Filter::service));
        Supplier<Optional<Instant>> from = input.optionalQuery("from", InputType.text(ListActivityHandler::time));
        Supplier<Optional<Instant>> to = input.optionalQuery("to", InputType.text(ListActivityHandler::time));
        Paging paging = input.paging();
        input.require(
                () -> Stream.of(subject, actor, service)
                                .flatMap(filter -> filter.get().stream())
                                .count()
                        <= 1,
                "subject",
                "must not be combined with actor or service, nor these with each other");
        input.require(
                () -> from.get().flatMap(start -> to.get().map(start::isBefore)).orElse(true),
                "from",
                "must be before to");
        input.verify();

        Filter filter = subject.get().or(actor).or(service).orElseGet(Filter.All::new);
        Period period = new Period(from.get(), to.get());
        String list = filter + "\n" + period;
        Page<Entry, Position> page = activity.list(filter, period, paging.limit(), paging.after(list, Position::parse));
        return HttpResponse.json(
                200,
                Json.writePage(
                        page.items().stream().map(EntryView::print).toList(),
                        page.next().map(position -> paging.cursor(list, position.toString()))));
    }

    private static Instant time(String text) {
        try {
            return Times.parseAnyForm(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("must be a time such as 2026-01-05T00:00:00.000Z", e);
        }
    }
}
