package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.EVENTS;
import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.QUOTA_BYTES;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The row of an app, and its copy in the directory.
 *
 * <p>A table with only a partition key can only be scanned. So the apps are also stored in one partition of the usage
 * table, sorted by name. Its key is not a valid user id.
 */
final class AppRow {

    static final String DIRECTORY = "\u0000apps";

    private AppRow() {}

    static Map<String, AttributeValue> key(AppName app) {
        return Map.of(APP, Values.text(app.value()));
    }

    static Map<String, AttributeValue> directoryKey(AppName app) {
        return Values.key(USER, DIRECTORY, APP, app.value());
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
        row.text(FEED, app.feed());
        if (app.events()) {
            row.flag(EVENTS, true);
        }
        return row;
    }

    static App toApp(Item row) {
        return new App(
                AppName.parse(row.text(APP)),
                row.findNumber(QUOTA_BYTES),
                row.findText(FEED),
                row.flag(EVENTS),
                Times.parse(row.text(CREATED_AT)),
                Times.parse(row.text(UPDATED_AT)));
    }
}
