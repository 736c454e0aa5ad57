package dev.backplane.bench.growth;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteStatement;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The file of an engine that is not running.
 *
 * <p>Through its API an engine takes some thousand items a second, and a million would take minutes a table. So the API
 * writes the first items of each table, and the others are written as rows beside them, once it is certain that the rows
 * of the first would be written just as the engine has written them.
 */
final class Storage implements AutoCloseable {

    /** Where the engine keeps tables that all callers share. */
    private static final String FILE = "shared-local-instance.db";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SQLiteConnection file;

    Storage(Path folder) {
        file = new SQLiteConnection(folder.resolve(FILE).toFile());
        try {
            file.open(false);
            // The file is thrown away after the run; what matters is that a million rows are there soon.
            file.exec("PRAGMA synchronous = OFF");
            file.exec("PRAGMA journal_mode = OFF");
            file.exec("PRAGMA cache_size = -400000");
        } catch (SQLiteException e) {
            throw new IllegalStateException("the engine's file does not open", e);
        }
    }

    /**
     * A column of a table.
     *
     * @param attribute whose value it holds, for the columns of keys
     */
    private record Column(String name, Optional<String> attribute) {}

    /** Adds the items of a subject from a number to below another one, where the engine has written those before. */
    void fill(Subject subject, String table, int from, int to) {
        try {
            List<Column> columns = columns(table);
            for (int number = 0; number < from; number++) {
                check(table, columns, new StoredItem(subject.table().key(), subject.item(number)));
            }
            file.exec("BEGIN");
            SQLiteStatement insert = file.prepare("INSERT INTO \"" + table + "\" (" + names(columns) + ") VALUES ("
                    + columns.stream().map(_ -> "?").collect(Collectors.joining(", ")) + ")");
            for (int number = from; number < to; number++) {
                bind(insert, columns, new StoredItem(subject.table().key(), subject.item(number)));
                insert.step();
                insert.reset();
            }
            insert.dispose();
            file.exec("COMMIT");
        } catch (SQLiteException | IOException e) {
            throw new IllegalStateException("the engine's file does not take " + table, e);
        }
    }

    private List<Column> columns(String table) throws SQLiteException, IOException {
        Map<String, String> attributes = new HashMap<>();
        for (JsonNode index : description(table).path("SQLiteIndex")) {
            index.forEach(element -> attributes.put(
                    element.path("SQLiteColumnName").asText(),
                    element.path("DynamoDBAttribute").path("AttributeName").asText()));
        }
        List<Column> columns = new ArrayList<>();
        SQLiteStatement info = file.prepare("PRAGMA table_info(\"" + table + "\")");
        while (info.step()) {
            String name = info.columnString(1);
            columns.add(new Column(name, Optional.ofNullable(attributes.get(name))));
        }
        info.dispose();
        return columns;
    }

    /** Returns what the engine says of a table. */
    private JsonNode description(String table) throws SQLiteException, IOException {
        SQLiteStatement select =
                file.prepare("SELECT TableInfo FROM dm WHERE TableName = ?").bind(1, table);
        if (!select.step()) {
            throw new IllegalStateException("the engine does not know " + table);
        }
        JsonNode description = JSON.readTree(select.columnBlob(0));
        select.dispose();
        return description;
    }

    private static void bind(SQLiteStatement insert, List<Column> columns, StoredItem item) throws SQLiteException {
        for (int at = 0; at < columns.size(); at++) {
            Column column = columns.get(at);
            if (column.name().equals(StoredItem.SIZE)) {
                insert.bind(at + 1, item.size());
            } else {
                Optional<byte[]> value = item.column(column.name(), column.attribute());
                if (value.isPresent()) {
                    insert.bind(at + 1, value.get());
                } else {
                    insert.bindNull(at + 1);
                }
            }
        }
    }

    /** Compares the row that the engine wrote with the one that would be written here. */
    private void check(String table, List<Column> columns, StoredItem item) throws SQLiteException, IOException {
        List<Column> keys = columns.stream()
                .filter(column ->
                        column.name().equals("hashKey") || column.name().equals("rangeKey"))
                .toList();
        SQLiteStatement select = file.prepare("SELECT " + names(columns) + " FROM \"" + table + "\" WHERE "
                + keys.stream().map(key -> key.name() + " = ?").collect(Collectors.joining(" AND ")));
        bind(select, keys, item);
        boolean same = select.step();
        for (int at = 0; same && at < columns.size(); at++) {
            same = isSame(select, at, columns.get(at), item);
        }
        select.dispose();
        if (!same) {
            throw new IllegalStateException("the engine stores items otherwise than here: " + item);
        }
    }

    private static boolean isSame(SQLiteStatement row, int at, Column column, StoredItem item)
            throws SQLiteException, IOException {
        if (column.name().equals(StoredItem.SIZE)) {
            return row.columnLong(at) == item.size();
        }
        byte[] stored = row.columnBlob(at);
        Optional<byte[]> ours = item.column(column.name(), column.attribute());
        if (column.name().equals(StoredItem.JSON)) {
            // The order of members is left to chance.
            return JSON.readTree(stored).equals(JSON.readTree(ours.orElseThrow()));
        }
        return ours.map(bytes -> Arrays.equals(bytes, stored)).orElse(stored == null);
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(column -> "\"" + column.name() + "\"").collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        file.dispose();
    }
}
