package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.ID;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.store.AliasResolver;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of the hot path. */
final class ResolveCases {

    private ResolveCases() {}

    private static CapacityCase<Fixture> row(String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>("ResolveAlias", name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("exact host, not cached", fixture -> {
                    point(fixture, "www.example.com");
                    return resolve(fixture, "www.example.com", 200);
                }),
                row("exact host, configuration cached", fixture -> {
                    point(fixture, "www.example.com");
                    resolve(fixture, "www.example.com", 200);
                    fixture.functions.clock().advance(AliasResolver.HIT_AGE);
                    return resolve(fixture, "www.example.com", 200);
                }),
                row("cached", fixture -> {
                    point(fixture, "www.example.com");
                    resolve(fixture, "www.example.com", 200);
                    return resolve(fixture, "www.example.com", 200);
                }),
                row("wildcard, not cached", fixture -> {
                    point(fixture, "*.example.com");
                    return resolve(fixture, "www.example.com", 200);
                }),
                row("not ready", fixture -> {
                    fixture.stores.point("www.example.com", fixture.stores.deployment(ID));
                    return resolve(fixture, "www.example.com", 503);
                }),
                row("no alias, host of three labels or more", fixture -> resolve(fixture, "www.example.com", 404)),
                row("no alias, host of two labels", fixture -> resolve(fixture, "example.com", 404)),
                row("no alias, cached", fixture -> {
                    resolve(fixture, "www.example.com", 404);
                    return resolve(fixture, "www.example.com", 404);
                }),
                row("exact host, 13 base paths in between, not cached", fixture -> {
                    DeploymentId id = fixture.stores.finished(ID);
                    fixture.stores.point("www.example.com/docs", id);
                    IntStream.rangeClosed(1, 13).forEach(i -> fixture.stores.point("www.example.com/docs-v" + i, id));
                    return resolve(fixture, "www.example.com", 200);
                }),
                row("`no-cache`, exact host", fixture -> {
                    point(fixture, "www.example.com");
                    return fixture.functions.send(
                            ResolveAliasHandler.class,
                            call("www.example.com").header("cache-control", "no-cache"),
                            200);
                }));
    }

    private static void point(Fixture fixture, String host) {
        fixture.stores.point(host, fixture.stores.finished(ID));
    }

    private static Measured resolve(Fixture fixture, String host, int status) {
        return fixture.functions.send(ResolveAliasHandler.class, call(host), status);
    }

    private static HttpCall call(String host) {
        return HttpCall.of(ResolveAliasHandler.OPERATION).query("hostname=" + host + "&path=/docs/a");
    }
}
