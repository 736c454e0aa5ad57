package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The retention policies in the table of projects: {@code RETENTION}, {@code P#<project>}. */
final class RetentionRows {

    static final String PARTITION = "RETENTION";

    private static final String KEEP_LAST = "KeepLast";
    private static final String KEEP_DAYS = "KeepDays";
    private static final String UPDATE_DATE = "UpdateDate";
    private static final String KEY_PREFIX = "P#";

    private RetentionRows() {}

    static Map<String, AttributeValue> key(ProjectName project) {
        return Values.key(PARTITION, KEY_PREFIX + project);
    }

    static Item toItem(Retention policy) {
        Item.Builder item = Item.builder()
                .text(PK, PARTITION)
                .text(SK, KEY_PREFIX + policy.project())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(Attributes.ACTOR, policy.actor().text())
                .text(UPDATE_DATE, Times.format(policy.updateDate()));
        policy.keepLast().ifPresent(count -> item.number(KEEP_LAST, count));
        policy.keepDays().ifPresent(days -> item.number(KEEP_DAYS, days));
        return item.build();
    }

    static Retention toRetention(Item item) {
        Retention policy = new Retention(
                project(item),
                limit(item, KEEP_LAST, Retention.MAX_KEEP_LAST),
                limit(item, KEEP_DAYS, Retention.MAX_KEEP_DAYS),
                Actor.parse(item.text(Attributes.ACTOR)),
                Times.parse(item.text(UPDATE_DATE)));
        if (policy.keepLast().isEmpty() && policy.keepDays().isEmpty()) {
            throw new InvalidValueException("retention policy of " + policy.project() + " that keeps nothing");
        }
        return policy;
    }

    private static ProjectName project(Item item) {
        String key = item.text(SK);
        if (!key.startsWith(KEY_PREFIX)) {
            throw new InvalidValueException("retention policy under the key " + key);
        }
        return ProjectName.parse(key.substring(KEY_PREFIX.length()));
    }

    // A damaged limit must not let deployments go.
    private static Optional<Integer> limit(Item item, String name, int max) {
        Optional<Long> limit = item.findNumber(name);
        if (limit.filter(number -> number < 1 || number > max).isPresent()) {
            throw new InvalidValueException("retention policy with a " + name + " out of range");
        }
        return limit.map(Math::toIntExact);
    }

    /** Requires that a policy has the limits that were read. */
    static Condition unchanged(Retention policy) {
        return Condition.exists(PK)
                .and(equal(KEEP_LAST, policy.keepLast().map(Values::number)))
                .and(equal(KEEP_DAYS, policy.keepDays().map(Values::number)));
    }
}
