package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionOutcome.Conflict;
import dev.backplane.deployments.PromotionOutcome.Size;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import io.avaje.jsonb.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A promotion as callers see it. */
@Json
record PromotionView(
        String id,
        List<MoveView> moves,
        String at,
        @Nullable Actor actor,
        @Nullable String reason,
        @Nullable UndoView undone) {

    /** A move of an alias; one without a former deployment created it. */
    @Json
    record MoveView(String alias, @Nullable String from, String to, long revision) {}

    /** Who undid a promotion. */
    @Json
    record UndoView(
            String at, @Nullable Actor actor, @Nullable String reason) {}

    static PromotionView of(Promotion promotion) {
        return new PromotionView(
                promotion.id().value(),
                promotion.moves().stream()
                        .map(move -> new MoveView(
                                move.alias().toString(),
                                move.from().map(DeploymentId::value).orElse(null),
                                move.to().value(),
                                move.revision()))
                        .toList(),
                Times.format(promotion.at()),
                promotion.actor().orElse(null),
                promotion.reason().orElse(null),
                promotion
                        .undone()
                        .map(undo -> new UndoView(
                                Times.format(undo.at()),
                                undo.actor().orElse(null),
                                undo.reason().orElse(null)))
                        .orElse(null));
    }

    /** Returns the response to a promotion or to undoing one. */
    static HttpResponse response(PromotionOutcome outcome) {
        return switch (outcome) {
            case PromotionOutcome.Done(Promotion promotion) -> HttpResponse.ok(of(promotion));
            case PromotionOutcome.Repeated(Promotion promotion) -> HttpResponse.ok(of(promotion));
            case PromotionOutcome.IdempotencyMismatch _ -> Problems.idempotencyMismatch();
            case PromotionOutcome.NotFound _ -> notFound();
            case PromotionOutcome.AlreadyUndone _ ->
                HttpResponse.problem(409, "ALREADY_UNDONE", "The promotion was undone before.");
            case PromotionOutcome.Refused(List<Conflict> conflicts) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "PROMOTION_REFUSED",
                                "Nothing was moved, because of some of the aliases; see conflicts.")
                        .with(
                                "conflicts",
                                new Arr(conflicts.stream()
                                        .map(PromotionView::json)
                                        .toList())));
            case PromotionOutcome.TooLarge(Size size, Size limit) -> tooLarge(size, limit);
        };
    }

    static Refusal notFound() {
        return HttpResponse.problem(404, "PROMOTION_NOT_FOUND", "No such promotion exists.");
    }

    private static JsonValue json(Conflict conflict) {
        Problem problem = Problems.problem(conflict.alias(), conflict.refusal());
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("alias", new Text(conflict.alias().toString()));
        members.put("code", new Text(problem.code()));
        members.put("detail", new Text(problem.detail()));
        members.putAll(problem.extras());
        return new Obj(members);
    }

    private static Refusal tooLarge(Size size, Size limit) {
        return HttpResponse.problem(
                Problem.of(400, "PROMOTION_TOO_LARGE", "One transaction cannot hold the promotion; move fewer aliases.")
                        .with("sizeBytes", number(size.bytes()))
                        .with("limitBytes", number(limit.bytes()))
                        .with("actions", number(size.actions()))
                        .with("limitActions", number(limit.actions())));
    }

    private static JsonValue number(long value) {
        return new Num(Long.toString(value));
    }
}
