package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.ACTOR;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UserId;
import java.util.EnumMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of jobs, and the marks of what is being removed.
 *
 * <p>Jobs have ids that do not tell whose data they are about, because the histories of workflows contain them.
 */
public final class JobRows {

    /** The partition key: the id of a job, {@code user#<user>} or {@code app#<app>}. */
    public static final String SUBJECT = "subject";

    /** The sort key: {@link #JOB}, {@link #REMOVAL}, or the id of an export of a user. */
    public static final String ENTRY = "entry";

    /** The sort key of the row of a job. */
    public static final String JOB = "job";

    /** The sort key of a mark: everything of the user or app is being removed. */
    static final String REMOVAL = "removal";

    /** The attribute of marks with the id of the job. */
    static final String JOB_ID = "jobId";

    public static final String STATUS = "status";
    public static final String RUNNING = "running";
    public static final String DONE = "done";
    static final String ATTEMPT = "attempt";
    public static final String REASON = "reason";
    public static final String USER_HASH = "userHash";

    private JobRows() {}

    static Map<String, AttributeValue> key(String subject, String entry) {
        return Values.key(SUBJECT, subject, ENTRY, entry);
    }

    static Map<String, AttributeValue> key(JobId id) {
        return key(id.toString(), JOB);
    }

    static Map<String, AttributeValue> mark(UserId user) {
        return key(of(user), REMOVAL);
    }

    static Map<String, AttributeValue> mark(AppName app) {
        return key("app#" + app, REMOVAL);
    }

    /** Returns the partition of what is known about a user. */
    static String of(UserId user) {
        return "user#" + user;
    }

    static Map<String, AttributeValue> mark(Removal.Subject subject) {
        return switch (subject) {
            case Removal.Subject.OfUser(UserId user) -> mark(user);
            case Removal.Subject.OfApp(AppName app) -> mark(app);
            case Removal.Subject.Erased _ -> throw new IllegalStateException("an erased user has no mark");
        };
    }

    static Item mark(Removal removal) {
        Item.Builder row = Item.builder().text(JOB_ID, removal.id().toString());
        mark(removal.subject()).forEach(row::value);
        return row.build();
    }

    static Item job(Removal removal) {
        Item.Builder row = Item.builder()
                .text(STATUS, removal.done() ? DONE : RUNNING)
                .number(ATTEMPT, removal.attempt())
                .text(ACTOR, removal.actor().text())
                .text(REASON, removal.reason())
                .text(CREATED_AT, Times.format(removal.createdAt()))
                .text(UPDATED_AT, Times.format(removal.updatedAt()));
        key(removal.id()).forEach(row::value);
        switch (removal.subject()) {
            case Removal.Subject.OfUser(UserId user) -> row.text(USER, user.value());
            case Removal.Subject.OfApp(AppName app) -> row.text(APP, app.value());
            case Removal.Subject.Erased(String hash) -> row.text(USER_HASH, hash);
        }
        return row.build();
    }

    public static Removal toRemoval(Item row) {
        return new Removal(
                JobId.parse(row.text(SUBJECT)),
                subject(row),
                row.text(STATUS).equals(DONE),
                (int) row.number(ATTEMPT),
                removed(row),
                row.findActor(ACTOR).orElse(Actor.system("unknown")),
                row.findText(REASON),
                Times.parse(row.text(CREATED_AT)),
                Times.parse(row.text(UPDATED_AT)));
    }

    private static Removal.Subject subject(Item row) {
        return row.findText(APP)
                .<Removal.Subject>map(app -> new Removal.Subject.OfApp(new AppName(app)))
                .or(() -> row.findText(USER).map(user -> new Removal.Subject.OfUser(new UserId(user))))
                .orElseGet(() -> new Removal.Subject.Erased(row.text(USER_HASH)));
    }

    private static Map<Removed, Long> removed(Item row) {
        Map<Removed, Long> counts = new EnumMap<>(Removed.class);
        for (Removed what : Removed.values()) {
            row.findNumber(what.value()).ifPresent(number -> counts.put(what, number));
        }
        return counts;
    }
}
