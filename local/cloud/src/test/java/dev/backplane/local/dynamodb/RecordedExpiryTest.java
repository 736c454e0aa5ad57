package dev.backplane.local.dynamodb;

import static dev.backplane.local.dynamodb.ExpiringTable.EXPIRED;
import static dev.backplane.local.dynamodb.ExpiringTable.NOW;
import static dev.backplane.local.dynamodb.ExpiringTable.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the attribution of removals in the stream, on a real engine. */
final class RecordedExpiryTest {

    @TempDir
    private Path folder;

    private ExpiringTable table;

    @BeforeEach
    void start() {
        table = new ExpiringTable(folder);
    }

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void remove_notesItsOwnRemovalsOnly() {
        table.put("mine", EXPIRED);
        table.put("users", EXPIRED);
        table.delete("users");
        table.recorded().remove(List.of(key("mine")), table.sweeper()::remove);
        table.put("mine", EXPIRED);
        table.delete("mine");

        assertThat(table.removals()).containsExactly("users: user", "mine: ttl", "mine: user");
    }

    @Test
    void remove_whenTheExpiryIsChangedInTime_leavesTheItem() {
        table.put("saved", EXPIRED);
        table.put("expired", EXPIRED);
        List<JsonNode> seen = table.sweeper().scan().expired();
        table.put("saved", NOW.getEpochSecond() + 60);

        table.recorded().remove(seen, table.sweeper()::remove);

        assertThat(table.keys()).containsExactly("saved");
        assertThat(table.removals()).containsExactly("expired: ttl");
    }

    @Test
    void remove_whenAUserIsFaster_leavesTheRemovalToTheUser() {
        table.put("contended", EXPIRED);
        List<JsonNode> seen = table.sweeper().scan().expired();
        table.delete("contended");

        table.recorded().remove(seen, table.sweeper()::remove);

        assertThat(table.removals()).containsExactly("contended: user");
    }

    @Test
    void remove_whileUsersRemoveTheSameItems_tellsEachRemovalRight() throws Exception {
        Map<String, List<String>> truth = new ConcurrentHashMap<>();
        ExpiredItems sweeper = table.sweeper();
        RecordedExpiry recorded = table.recorded();
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            for (int user = 0; user < 4; user++) {
                String name = "user " + user;
                work.add(users.submit(() -> writeAndRemove(name, truth)));
            }
            boolean done = false;
            while (!done) {
                done = work.stream().allMatch(Future::isDone);
                recorded.remove(sweeper.scan().expired(), key -> {
                    boolean removed = sweeper.remove(key);
                    return note(truth, key.at("/pk/S").asText(), "ttl", removed);
                });
            }
            for (Future<?> each : work) {
                each.get();
            }
        }

        assertThat(table.keys()).isEmpty();
        assertThat(truth.values().stream().flatMap(List::stream)).contains("ttl", "user");
        assertThat(removalsByKey()).isEqualTo(truth);
    }

    /** Repeatedly creates the same few items, and removes every other one as a user does. */
    private void writeAndRemove(String name, Map<String, List<String>> truth) {
        // An item that the sweeper ignores, so that there is at least one removal by a user.
        String first = name + " item 0";
        table.ledger().whileNothingExpires(() -> {
            table.put(first, EXPIRED);
            return note(truth, first, "user", table.delete(first));
        });
        for (int i = 0; i < 120; i++) {
            String key = name + " item " + i / 4 % 2;
            table.ledger().whileNothingExpires(() -> {
                table.put(key, EXPIRED);
                return key;
            });
            if (i % 2 == 0) {
                table.ledger().whileNothingExpires(() -> note(truth, key, "user", table.delete(key)));
            }
        }
    }

    private static boolean note(Map<String, List<String>> truth, String key, String who, boolean removed) {
        if (removed) {
            truth.computeIfAbsent(key, any -> new CopyOnWriteArrayList<>()).add(who);
        }
        return removed;
    }

    private Map<String, List<String>> removalsByKey() {
        Map<String, List<String>> byKey = new HashMap<>();
        for (String removal : table.removals()) {
            int colon = removal.indexOf(':');
            byKey.computeIfAbsent(removal.substring(0, colon), key -> new ArrayList<>())
                    .add(removal.substring(colon + 2));
        }
        return byKey;
    }

    @Test
    void notes_surviveARestart() {
        table.put("mine", EXPIRED);
        table.recorded().remove(List.of(key("mine")), table.sweeper()::remove);
        table.put("users", 1);
        table.delete("users");

        table.restart();

        assertThat(table.removals()).containsExactly("mine: ttl", "users: user");
    }

    @Test
    void settle_whenTheProcessWasKilledInASweep_findsWhatItHadRemoved() {
        table.put("before", 1);
        table.delete("before");
        table.put("removed", EXPIRED);
        table.put("not yet", EXPIRED);
        StreamTail tail = table.tail();
        tail.removals();
        Set<JsonNode> keys = Set.of(key("removed"), key("not yet"), key("before"));
        table.notes().begin(new ExpiredRecords.Pending(keys, tail.positions()));
        table.delete("removed");

        table.restart();
        table.recorded().settle();
        table.delete("not yet");

        assertThat(table.removals()).containsExactly("before: user", "removed: ttl", "not yet: user");
    }
}
