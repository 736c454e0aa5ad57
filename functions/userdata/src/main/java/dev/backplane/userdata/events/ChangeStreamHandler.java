package dev.backplane.userdata.events;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.UserdataEvent;
import dev.backplane.userdata.UserdataEvent.QuotaReached;
import dev.backplane.userdata.UserdataEvent.ValueChanged;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.ChangeRow;
import java.util.Optional;

/** Publishes the changes of values, and the percentages of quotas that are reached, of apps with events. */
public final class ChangeStreamHandler extends EventForwarder {

    public ChangeStreamHandler() {
        this(Platform.lambda());
    }

    public ChangeStreamHandler(Platform platform) {
        super(platform, UserdataSettings.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        // Rows are only removed when nobody needs them any more.
        return record.newItem().flatMap(ChangeRow::event).map(event -> switch (event) {
            case ValueChanged changed -> changed(record, changed);
            case QuotaReached reached -> reached(record, reached);
        });
    }

    private static DomainEvent changed(StreamRecord record, ValueChanged event) {
        Change change = event.change();
        return record.event(UserdataSettings.SERVICE, UserdataEvent.VALUE_CHANGED)
                .with("app", event.app().value())
                .with("user", event.user().value())
                .with("realm", change.realm().value())
                .with("key", change.key().value())
                .with("version", change.version().toString())
                .with("size", change.size())
                .with("deleted", new Bool(change.deleted()))
                .with("at", Times.format(change.updatedAt()))
                .actor(event.actor())
                .build();
    }

    private static DomainEvent reached(StreamRecord record, QuotaReached event) {
        return record.event(UserdataSettings.SERVICE, UserdataEvent.QUOTA_REACHED)
                .with("app", event.app().value())
                .with("user", event.user().value())
                .with("percent", event.percent())
                .with("limitBytes", event.limitBytes())
                .with("usedBytes", event.usedBytes())
                .actor(event.actor())
                .build();
    }
}
