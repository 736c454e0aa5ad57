package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.ENDED;
import static dev.backplane.pool.store.Attributes.MESSAGE;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.TTL;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupAttempt;
import dev.backplane.pool.EndedLease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The last attempts to clean each account, oldest first, in one item that each start and end of an attempt replaces. */
public final class CleanupRecords {

    /** The number of attempts that are kept. */
    public static final int LENGTH = 20;

    public static final String ATTEMPT = "attempt";
    public static final String NUMBER = "number";
    public static final String STARTED = "started";
    public static final String SUCCEEDED = "succeeded";
    public static final String BUILD = "build";
    public static final String LOG = "log";
    private static final String VERSION = "version";

    private final PoolReader reader;
    private final String table;

    CleanupRecords(PoolReader reader, String table) {
        this.reader = reader;
        this.table = table;
    }

    /** Returns the attempts in an item, newest first. Unreadable ones are left out. */
    static List<CleanupAttempt> attempts(Item item) {
        return entries(item).reversed().stream()
                .flatMap(entry -> entry.read(CleanupRecords::toAttempt).stream())
                .toList();
    }

    /** Returns the attempts in an item as they are stored, oldest first. */
    public static List<Item> entries(Item item) {
        AttributeValue data = item.attributes().get(DATA);
        return data == null || !data.hasL()
                ? List.of()
                : data.l().stream()
                        .filter(AttributeValue::hasM)
                        .map(value -> new Item(value.m()))
                        .toList();
    }

    /** Adds to a transaction that the account's current attempt has started. */
    void start(Transaction transaction, Account started) {
        write(transaction, started.id(), attemptOf(started));
    }

    /** Adds to a transaction that the current attempt of an account, which is still as it was, has ended. */
    void end(Transaction transaction, Account before, CleanupAttempt.End end) {
        write(transaction, before.id(), attemptOf(before).ended(end));
    }

    private static CleanupAttempt attemptOf(Account account) {
        Cleanup cleanup = account.cleanup();
        return new CleanupAttempt(
                cleanup.attempt().orElseThrow(), cleanup.attempts(), account.since(), Optional.empty(), true);
    }

    private void write(Transaction transaction, AccountId id, CleanupAttempt attempt) {
        Optional<Item> current = reader.item(PoolKey.cleanupsOf(id));
        AttributeValue name = Values.text(attempt.id().value());
        List<AttributeValue> values = new ArrayList<>();
        current.map(CleanupRecords::entries).orElse(List.of()).stream()
                .filter(entry -> !name.equals(entry.attributes().get(ATTEMPT)))
                .map(entry -> AttributeValue.fromM(entry.attributes()))
                .forEach(values::add);
        values.add(AttributeValue.fromM(toItem(attempt).attributes()));
        long version = current.flatMap(item -> item.findNumber(VERSION)).orElse(0L);
        Instant last = attempt.end().map(CleanupAttempt.End::at).orElse(attempt.started());
        Item next = Item.builder()
                .text(PK, PoolKey.cleanupsOf(id).toString())
                .value(DATA, AttributeValue.fromL(values.subList(Math.max(0, values.size() - LENGTH), values.size())))
                .number(VERSION, version + 1)
                .number(TTL, last.plus(EndedLease.RETENTION).getEpochSecond())
                .build();
        Optional<AttributeValue> read = current.map(item -> item.attributes().get(VERSION));
        transaction.put(table, next, equal(VERSION, read));
    }

    private static Item toItem(CleanupAttempt attempt) {
        Item.Builder item = Item.builder()
                .text(ATTEMPT, attempt.id().value())
                .number(NUMBER, attempt.number())
                .text(STARTED, Times.format(attempt.started()));
        attempt.end()
                .ifPresent(end -> item.text(ENDED, Times.format(end.at()))
                        .flag(SUCCEEDED, end.report().succeeded())
                        .text(MESSAGE, end.report().message())
                        .text(BUILD, end.report().build().map(CleanupAttempt.Build::id))
                        .text(LOG, end.report().build().flatMap(CleanupAttempt.Build::log))
                        .text(ACTOR, end.actor().text()));
        return item.build();
    }

    private static CleanupAttempt toAttempt(Item entry) {
        return new CleanupAttempt(
                new AttemptId(entry.text(ATTEMPT)),
                entry.findNumber(NUMBER).orElse(0L).intValue(),
                Times.parseAnyForm(entry.text(STARTED)),
                entry.findText(ENDED)
                        .map(at -> new CleanupAttempt.End(
                                Times.parseAnyForm(at),
                                new CleanupAttempt.Report(
                                        entry.flag(SUCCEEDED),
                                        entry.findText(MESSAGE),
                                        entry.findText(BUILD)
                                                .map(id -> new CleanupAttempt.Build(id, entry.findText(LOG)))),
                                Actor.parse(entry.text(ACTOR)))),
                false);
    }
}
