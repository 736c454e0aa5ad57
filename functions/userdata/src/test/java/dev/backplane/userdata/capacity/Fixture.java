package dev.backplane.userdata.capacity;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.NetworkWithBus;
import dev.backplane.testing.capacity.Functions;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.CreateAppHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import dev.backplane.userdata.store.StoreFixture;
import dev.backplane.userdata.store.StoredObjects;
import dev.backplane.userdata.workflow.StubBucket;
import dev.backplane.userdata.workflow.StubMachine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The functions of the service, which also bring its tables into a state. */
final class Fixture {

    /** Longer than a function remembers an app. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    final Functions functions;
    final StoredObjects objects;

    Fixture(DynamoLocal local) {
        this.objects = new StoredObjects(local.aws().http());
        Map<String, String> settings = new HashMap<>(StoreFixture.settings(local));
        settings.put(EventPublisher.BUS_SETTING, "bus");
        this.functions = new Functions(local, new StubMachine(new StubBucket(new NetworkWithBus(objects))), settings);
    }

    /** Begins a call that any user's data may be reached by, about the app notes and the user ann. */
    static HttpCall call(Operation operation) {
        return HttpCall.of(operation)
                .scopes("backplane/userdata.service", "backplane/userdata.admin")
                .sub("admin-1");
    }

    static HttpCall ofAnn(Operation operation) {
        return call(operation).path("user", "ann");
    }

    static HttpCall notes(Operation operation) {
        return ofAnn(operation).path("app", "notes");
    }

    Measured send(Class<? extends RequestStreamHandler> type, HttpCall call, int status) {
        return functions.send(type, call, status);
    }

    GatewayResponse answer(Class<? extends RequestStreamHandler> type, HttpCall call) {
        return functions.answer(type, call);
    }

    Fixture app() {
        return app("notes", 2_000_000);
    }

    Fixture app(String name, int quotaBytes) {
        HttpCall call =
                call(CreateAppHandler.OPERATION).body("{\"name\":\"" + name + "\",\"quotaBytes\":" + quotaBytes + "}");
        send(CreateAppHandler.class, call, 201);
        return this;
    }

    /** Stores a value of the app under a key. */
    Fixture stored(String key, String json) {
        answer(
                PutJsonHandler.class,
                notes(PutJsonHandler.OPERATION).path("key", key).body(json));
        return this;
    }

    /** Lets the functions forget what they know of apps. */
    Fixture forgotten() {
        functions.clock().advance(FORGOTTEN);
        return this;
    }

    /** Returns JSON of a given size that compresses as badly as letters and digits can. */
    static String text(int bytes) {
        String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder("\"");
        new Random(bytes).ints(bytes - 2, 0, digits.length()).forEach(i -> text.append(digits.charAt(i)));
        return text.append('"').toString();
    }
}
