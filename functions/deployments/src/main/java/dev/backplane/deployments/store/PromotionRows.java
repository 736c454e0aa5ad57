package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionId;
import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of promotions, in the alias table and in no index. */
public final class PromotionRows {

    /** The partition of the rows; their sort keys are the ids, which sort by time. */
    public static final String PARTITION = "PROMOTIONS";

    /** How long a promotion can be read and undone. */
    private static final Duration KEPT = Duration.ofDays(90);

    static final String UNDONE_AT = "UndoneAt";

    private static final String MOVES = "Moves";
    private static final String AT = "At";
    private static final String UNDONE_BY = "UndoneBy";
    private static final String UNDONE_REASON = "UndoneReason";

    private PromotionRows() {}

    static Map<String, AttributeValue> key(PromotionId id) {
        return Values.key(PARTITION, id.value());
    }

    static Item toItem(Promotion promotion) {
        return Item.builder()
                .text(PK, PARTITION)
                .text(SK, promotion.id().value())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(
                        MOVES,
                        new Arr(promotion.moves().stream()
                                        .map(PromotionRows::json)
                                        .toList())
                                .compact())
                .text(AT, Times.format(promotion.at()))
                .text(Attributes.ACTOR, promotion.actor().map(Actor::text))
                .text(Attributes.REASON, promotion.reason())
                .number(Attributes.EXPIRY, promotion.at().plus(KEPT).getEpochSecond())
                .build();
    }

    static ItemUpdate undo(Promotion.Undo undo) {
        return new ItemUpdate()
                .set(UNDONE_AT, Values.text(Times.format(undo.at())))
                .setIfPresent(UNDONE_BY, undo.actor().map(Actor::text).map(Values::text))
                .setIfPresent(UNDONE_REASON, undo.reason().map(Values::text));
    }

    private static JsonValue json(Promotion.Move move) {
        return Obj.of(
                Map.entry("alias", new Text(move.alias().toString())),
                Map.entry("from", new Text(move.from().map(DeploymentId::value).orElse(""))),
                Map.entry("to", new Text(move.to().value())),
                Map.entry("revision", new Num(Long.toString(move.revision()))));
    }

    /** Reads a row, also from the image in a stream record. */
    public static Promotion toPromotion(Item row) {
        return new Promotion(
                PromotionId.parse(row.text(SK)),
                moves(row.text(MOVES)),
                Times.parse(row.text(AT)),
                row.findActor(Attributes.ACTOR),
                row.findText(Attributes.REASON),
                row.findText(UNDONE_AT)
                        .map(at -> new Promotion.Undo(
                                Times.parse(at), row.findActor(UNDONE_BY), row.findText(UNDONE_REASON))));
    }

    private static List<Promotion.Move> moves(String json) {
        try {
            if (JsonValue.parse(json) instanceof Arr(List<JsonValue> moves)) {
                return moves.stream().map(PromotionRows::move).toList();
            }
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("moves that are not JSON", e);
        }
        throw new InvalidValueException("moves that are not an array");
    }

    private static Promotion.Move move(JsonValue json) {
        if (json instanceof Obj(Map<String, JsonValue> members)
                && members.get("alias") instanceof Text(String alias)
                && members.get("from") instanceof Text(String from)
                && members.get("to") instanceof Text(String to)
                && members.get("revision") instanceof Num(String revision)) {
            return new Promotion.Move(
                    AliasId.parse(alias),
                    Optional.of(from).filter(text -> !text.isEmpty()).map(DeploymentId::parse),
                    DeploymentId.parse(to),
                    Long.parseLong(revision));
        }
        throw new InvalidValueException("a move that is damaged: " + json.compact());
    }
}
