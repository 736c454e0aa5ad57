package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.ACTOR;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRES;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.ExportPosition;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.UserId;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of exports, which expire with the files in the bucket. */
public final class ExportRows {

    static final String FILES = "files";
    static final String EXPORTED = "exported";
    static final String POSITION = "position";

    /** The sort key of the mark of a user's export in progress. */
    static final String MARK = "export";

    private ExportRows() {}

    static Map<String, AttributeValue> mark(UserId user) {
        return JobRows.key(JobRows.of(user), MARK);
    }

    static Item mark(Export export) {
        return reference(mark(export.user()), export);
    }

    /** Returns the row by which an erasure finds the export. */
    static Item pointer(Export export) {
        return reference(JobRows.key(JobRows.of(export.user()), export.id().toString()), export);
    }

    private static Item reference(Map<String, AttributeValue> key, Export export) {
        Item.Builder row = Item.builder()
                .text(JobRows.JOB_ID, export.id().toString())
                .number(EXPIRES, export.expiresAt().getEpochSecond());
        key.forEach(row::value);
        return row.build();
    }

    static Item job(Export export) {
        Item.Builder row = Item.builder()
                .text(USER, export.user().value())
                .text(JobRows.STATUS, export.done() ? JobRows.DONE : JobRows.RUNNING)
                .number(JobRows.ATTEMPT, export.attempt())
                .number(FILES, export.files())
                .number(EXPORTED, export.values())
                .number(BYTES, export.bytes())
                .text(POSITION, export.position().map(ExportPosition::toString))
                .text(ACTOR, export.actor().text())
                .text(CREATED_AT, Times.format(export.createdAt()))
                .text(UPDATED_AT, Times.format(export.updatedAt()))
                .number(EXPIRES, export.expiresAt().getEpochSecond());
        JobRows.key(export.id()).forEach(row::value);
        return row.build();
    }

    public static Export toExport(Item row) {
        return new Export(
                JobId.parse(JobId.Kind.EXPORT, row.text(JobRows.SUBJECT)),
                new UserId(row.text(USER)),
                row.text(JobRows.STATUS).equals(JobRows.DONE),
                (int) row.number(JobRows.ATTEMPT),
                (int) row.number(FILES),
                row.number(EXPORTED),
                row.number(BYTES),
                row.findText(POSITION).map(ExportPosition::parse),
                row.findActor(ACTOR).orElse(Actor.system("unknown")),
                Times.parse(row.text(CREATED_AT)),
                Times.parse(row.text(UPDATED_AT)));
    }
}
