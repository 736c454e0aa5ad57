package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.QUOTA_BYTES;
import static dev.backplane.userdata.store.Attributes.REMOVING;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;

/**
 * The row of an app, and its copy in the directory.
 *
 * <p>A table with a partition key alone can only be scanned. The directory is one partition of the usage table, under
 * a text that no user's id can be, and holds the apps in the order of their names.
 */
final class AppRow {

    static final String DIRECTORY = "\u0000apps";

    /** How long a mark keeps first values out; several times what a function that removes an app may take. */
    static final Duration REMOVAL_LIMIT = Duration.ofSeconds(30);

    private AppRow() {}

    static Map<String, AttributeValue> key(AppName app) {
        return Map.of(APP, Values.text(app.value()));
    }

    static Map<String, AttributeValue> directoryKey(AppName app) {
        return Attributes.key(USER, DIRECTORY, APP, app.value());
    }

    /** Returns the condition under which a user's first value may be written. */
    static Consumer<ConditionCheck.Builder> takesUsers(Instant now) {
        return check -> check.conditionExpression(
                        "attribute_exists(#app) AND (attribute_not_exists(#removing) OR #removing < :stale)")
                .expressionAttributeNames(Map.of("#app", APP, "#removing", REMOVING))
                .expressionAttributeValues(Map.of(":stale", Values.text(stale(now))));
    }

    /** Returns what is greater than every mark that is too old to count. */
    static String stale(Instant now) {
        return Times.format(now.minus(REMOVAL_LIMIT));
    }

    static Item toItem(App app) {
        return row(app).build();
    }

    static Item toDirectory(App app) {
        return row(app).text(USER, DIRECTORY).build();
    }

    private static Item.Builder row(App app) {
        Item.Builder row = Item.builder()
                .text(APP, app.name().value())
                .text(CREATED_AT, Times.format(app.createdAt()))
                .text(UPDATED_AT, Times.format(app.updatedAt()));
        app.quotaBytes().ifPresent(bytes -> row.number(QUOTA_BYTES, bytes));
        return row;
    }

    static App toApp(Item row) {
        return new App(
                new AppName(row.text(APP)),
                row.findNumber(QUOTA_BYTES),
                Times.parse(row.text(CREATED_AT)),
                Times.parse(row.text(UPDATED_AT)));
    }
}
