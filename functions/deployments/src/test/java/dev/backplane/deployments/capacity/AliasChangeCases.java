package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.ID;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.api.EndAliasSplitHandler;
import dev.backplane.deployments.api.GetPromotionHandler;
import dev.backplane.deployments.api.ListAliasHistoryHandler;
import dev.backplane.deployments.api.ListPromotionsHandler;
import dev.backplane.deployments.api.LockAliasHandler;
import dev.backplane.deployments.api.PromoteAliasesHandler;
import dev.backplane.deployments.api.RollBackAliasHandler;
import dev.backplane.deployments.api.SplitAliasHandler;
import dev.backplane.deployments.api.UndoPromotionHandler;
import dev.backplane.deployments.api.UnlockAliasHandler;
import dev.backplane.deployments.events.AliasExpiryHandler;
import dev.backplane.deployments.events.StreamBatches;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the history, locks, splits and promotions of aliases. */
final class AliasChangeCases {

    private static final String ALIAS = "www.example.com";
    private static final String OTHER = "shop-2026-01-06-0123456789abcdef";
    private static final String BODY = "{\"alias\":\"" + ALIAS + "\"";

    private AliasChangeCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(history(), locks(), splits(), promotions(), expiry())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    /** Makes an alias that was moved once. */
    private static Fixture moved(Fixture fixture) {
        fixture.stores.point(ALIAS, fixture.stores.finished(ID));
        fixture.stores.move(ALIAS, fixture.stores.finished(OTHER));
        return fixture;
    }

    private static Measured query(
            Fixture fixture, Class<? extends RequestStreamHandler> type, Operation operation, String query) {
        int status = operation.name().equals("UnlockAlias") ? 204 : 200;
        return fixture.functions.send(type, HttpCall.of(operation).query(query), status);
    }

    private static List<CapacityCase<Fixture>> history() {
        return List.of(
                row("ListAliasHistory", "page of 25", fixture -> {
                    moved(fixture);
                    DeploymentId id = new DeploymentId(ID);
                    IntStream.range(0, 30).forEach(_ -> fixture.stores.move(ALIAS, id));
                    return query(
                            fixture,
                            ListAliasHistoryHandler.class,
                            ListAliasHistoryHandler.OPERATION,
                            "alias=" + ALIAS);
                }),
                row(
                        "ListAliasHistory",
                        "not found",
                        fixture -> fixture.functions.send(
                                ListAliasHistoryHandler.class,
                                HttpCall.of(ListAliasHistoryHandler.OPERATION).query("alias=" + ALIAS),
                                404)),
                row("RollBackAlias", "to the deployment before", fixture -> rollBack(moved(fixture), 200)),
                row("RollBackAlias", "nothing to roll back", fixture -> {
                    fixture.stores.point(ALIAS, fixture.stores.finished(ID));
                    return rollBack(fixture, 409);
                }));
    }

    private static Measured rollBack(Fixture fixture, int status) {
        return fixture.functions.send(
                RollBackAliasHandler.class,
                HttpCall.of(RollBackAliasHandler.OPERATION).body(BODY + "}"),
                status);
    }

    private static List<CapacityCase<Fixture>> locks() {
        return List.of(
                row("LockAlias", "locked", fixture -> lock(moved(fixture))),
                row("LockAlias", "locked already", fixture -> {
                    lock(moved(fixture));
                    return lock(fixture);
                }),
                row("UnlockAlias", "unlocked", fixture -> {
                    lock(moved(fixture));
                    return query(fixture, UnlockAliasHandler.class, UnlockAliasHandler.OPERATION, "alias=" + ALIAS);
                }));
    }

    private static Measured lock(Fixture fixture) {
        return fixture.functions.send(
                LockAliasHandler.class, HttpCall.of(LockAliasHandler.OPERATION).body(BODY + "}"), 200);
    }

    private static List<CapacityCase<Fixture>> splits() {
        return List.of(
                row("SplitAlias", "new", fixture -> split(moved(fixture), 10)),
                row("SplitAlias", "another percentage", fixture -> {
                    split(moved(fixture), 10);
                    return split(fixture, 20);
                }),
                row("EndAliasSplit", "stable", fixture -> end(fixture, "stable")),
                row("EndAliasSplit", "new", fixture -> end(fixture, "new")));
    }

    private static Measured split(Fixture fixture, int percent) {
        return fixture.functions.send(
                SplitAliasHandler.class,
                HttpCall.of(SplitAliasHandler.OPERATION)
                        .body(BODY + ",\"deployment\":\"" + ID + "\",\"percent\":" + percent + "}"),
                200);
    }

    private static Measured end(Fixture fixture, String keep) {
        split(moved(fixture), 10);
        return query(
                fixture,
                EndAliasSplitHandler.class,
                EndAliasSplitHandler.OPERATION,
                "alias=" + ALIAS + "&keep=" + keep);
    }

    private static List<CapacityCase<Fixture>> promotions() {
        return List.of(
                row("PromoteAliases", "1 alias", fixture -> promote(aliases(fixture, 1), 1, "", 201)),
                row("PromoteAliases", "15 aliases", fixture -> promote(aliases(fixture, 15), 15, "", 201)),
                row("PromoteAliases", "1 new alias, with a key", fixture -> {
                    fixture.stores.finished(OTHER);
                    return promote(fixture, 1, "key", 201);
                }),
                row("PromoteAliases", "repeated with its key", fixture -> {
                    fixture.stores.finished(OTHER);
                    promote(fixture, 1, "key", 201);
                    return promote(fixture, 1, "key", 200);
                }),
                row("UndoPromotion", "15 aliases", fixture -> {
                    String id = promoted(aliases(fixture, 15), 15);
                    return fixture.functions.send(
                            UndoPromotionHandler.class,
                            HttpCall.of(UndoPromotionHandler.OPERATION)
                                    .path("id", id)
                                    .body("{}"),
                            200);
                }),
                row("GetPromotion", "found", fixture -> {
                    String id = promoted(aliases(fixture, 1), 1);
                    return fixture.functions.send(
                            GetPromotionHandler.class,
                            HttpCall.of(GetPromotionHandler.OPERATION).path("id", id),
                            200);
                }),
                row("ListPromotions", "page of 25", fixture -> {
                    aliases(fixture, 1);
                    IntStream.range(0, 30).forEach(_ -> promoted(fixture, 1));
                    return query(fixture, ListPromotionsHandler.class, ListPromotionsHandler.OPERATION, "limit=25");
                }));
    }

    /** Makes aliases of one deployment, and another deployment to move them to. */
    private static Fixture aliases(Fixture fixture, int count) {
        DeploymentId id = fixture.stores.finished(ID);
        fixture.stores.finished(OTHER);
        IntStream.range(0, count).forEach(i -> fixture.stores.point("a" + i + ".example.com", id));
        return fixture;
    }

    private static String promoted(Fixture fixture, int count) {
        String[] moves = IntStream.range(0, count)
                .mapToObj(i -> "a" + i + ".example.com=" + OTHER)
                .toArray(String[]::new);
        return ((PromotionOutcome.Done) fixture.stores.promote(moves))
                .promotion()
                .id()
                .value();
    }

    private static Measured promote(Fixture fixture, int count, String key, int status) {
        String moves = IntStream.range(0, count)
                .mapToObj(i -> "{\"alias\":\"a" + i + ".example.com\",\"target\":\"" + OTHER + "\"}")
                .collect(Collectors.joining(","));
        HttpCall call = HttpCall.of(PromoteAliasesHandler.OPERATION).body("{\"moves\":[" + moves + "]}");
        return fixture.functions.send(
                PromoteAliasesHandler.class, key.isEmpty() ? call : call.header("idempotency-key", key), status);
    }

    private static List<CapacityCase<Fixture>> expiry() {
        return List.of(
                row("AliasExpiry", "1 alias that TTL removed", fixture -> {
                    fixture.stores.pointFor(60, ALIAS, fixture.stores.finished(ID));
                    fixture.stores.clock.advance(Duration.ofSeconds(60));
                    fixture.functions.clock().advance(Duration.ofSeconds(60));
                    fixture.stores.removeByTtl(ALIAS);
                    return expired(fixture, "ROUTES", "com.example.www#/");
                }),
                row("AliasExpiry", "history of 3 entries", fixture -> {
                    moved(fixture);
                    fixture.stores.deleteAlias(ALIAS);
                    return expired(fixture, "H#com.example.www#/", "000000000003");
                }));
    }

    private static Measured expired(Fixture fixture, String partition, String sort) {
        String keys = StreamBatches.item("PK", partition, "SK", sort);
        String removal = StreamBatches.record(1, "REMOVE", keys, keys, "");
        return fixture.functions.deliver(
                AliasExpiryHandler.class,
                StreamBatches.of(removal.substring(0, removal.length() - 1)
                        + ",\"userIdentity\":{\"type\":\"Service\",\"principalId\":\"dynamodb.amazonaws.com\"}}"));
    }
}
