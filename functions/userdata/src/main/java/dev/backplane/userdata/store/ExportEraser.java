package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Deletes the exports of a user.
 *
 * <p>A function that exports may be writing a file of which its job does not know yet. So the first sweep deletes the
 * job, without which the function ends, and the row that refers to it is kept until the second sweep, which deletes the
 * files again.
 */
record ExportEraser(Dynamo dynamo, String table, ExportFiles files) {

    boolean erase(UserId user, DataEraser.Sweep sweep) {
        Condition ofUser =
                equal(JobRows.SUBJECT, Values.text(JobRows.of(user))).and(beginsWith(JobRows.ENTRY, ExportRows.MARK));
        List<Item> rows = new ArrayList<>();
        dynamo.forEach(ItemQuery.of(table, ofUser).consistent(true), rows::add);
        for (Item row : rows) {
            if (!sweep.goesOn().getAsBoolean()) {
                return false;
            }
            erase(row, sweep);
        }
        return true;
    }

    private void erase(Item row, DataEraser.Sweep sweep) {
        JobId id = JobId.parse(row.text(JobRows.JOB_ID));
        boolean isMark = row.text(JobRows.ENTRY).equals(ExportRows.MARK);
        Optional<Export> export =
                isMark ? Optional.empty() : dynamo.get(table, JobRows.key(id)).map(ExportRows::toExport);
        if (export.isPresent()) {
            dynamo.update(
                    table,
                    key(row),
                    new ItemUpdate()
                            .set(ExportRows.FILES, Values.number(export.get().files())));
            deleteFiles(id, export.get().files());
            dynamo.delete(table, JobRows.key(id), Condition.NONE);
            sweep.tally().add(Removed.EXPORTS, 1);
            sweep.tally().add(Removed.OBJECTS, export.get().files());
        } else if (isMark || sweep.settled()) {
            if (!isMark) {
                deleteFiles(id, row.findNumber(ExportRows.FILES).orElse(0L).intValue());
            }
            dynamo.delete(table, key(row), Condition.NONE);
        }
    }

    /** Deletes the files that the job knows, and the one that may be in progress. */
    private void deleteFiles(JobId id, int known) {
        for (int number = 1; number <= known + 1; number++) {
            files.delete(id, number);
        }
    }

    private static Map<String, AttributeValue> key(Item row) {
        return JobRows.key(row.text(JobRows.SUBJECT), row.text(JobRows.ENTRY));
    }
}
