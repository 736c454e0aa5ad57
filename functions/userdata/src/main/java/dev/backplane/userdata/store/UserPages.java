package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Parallel;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Lists of the users of an app, one shard after the other; the users are sorted within a shard only. */
final class UserPages {

    /** The maximum number of rows that are read for a page; if most are of the other realm, the page ends early. */
    static final int MAX_ROWS = 1000;

    private static final int NEXT_PAGE = 100;

    private final Dynamo dynamo;
    private final String table;

    UserPages(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    private record Row(AppUser user, UserPosition position) {}

    Page<AppUser, UserPosition> read(AppName app, Optional<Realm> realm, int limit, Optional<UserPosition> after) {
        List<Row> found = new ArrayList<>();
        Optional<UserPosition> at = after.or(() -> Optional.of(UserPosition.START));
        int wanted = limit + 1;
        int rows = 0;
        while (at.isPresent() && found.size() <= limit && rows < MAX_ROWS) {
            UserPosition from = at.get();
            int asked = Math.max(1, wanted - found.size());
            Rows read = query(app, realm, from, asked);
            read.items().forEach(item -> found.add(toRow(item, from.shard())));
            rows += read.last().isPresent() ? asked : read.items().size();
            // Rows of the other realm were skipped: read more at a time, to save calls.
            wanted = realm.isPresent() ? found.size() + Math.max(limit + 1, NEXT_PAGE) : wanted;
            at = read.last()
                    .map(key -> new UserPosition(from.shard(), Optional.of(new UserId(new Item(key).text(USER)))))
                    .or(from::nextShard);
        }
        if (found.size() > limit || at.isEmpty()) {
            Page<Row, UserPosition> page = Page.of(found, limit, Row::position);
            return new Page<>(page.items().stream().map(Row::user).toList(), page.next());
        }
        return new Page<>(found.stream().map(Row::user).toList(), at);
    }

    /** Returns whether an app stores data for any user. */
    boolean isAny(AppName app) {
        List<UserPosition> starts = IntStream.range(0, UsageRow.SHARDS)
                .mapToObj(shard -> new UserPosition(shard, Optional.empty()))
                .toList();
        return Parallel.map(starts, UsageRow.SHARDS, start -> query(app, Optional.empty(), start, 1)).stream()
                .anyMatch(rows -> !rows.items().isEmpty());
    }

    private Rows query(AppName app, Optional<Realm> realm, UserPosition from, int limit) {
        ItemQuery query = ItemQuery.of(table, equal(APP_SHARD, Values.text(UsageRow.shardKey(app, from.shard()))))
                .index(Tables.BY_APP)
                .filter(UsageRow.isIn(realm))
                .limit(limit)
                .after(from.startKey(app));
        return dynamo.query(query);
    }

    private static Row toRow(Item row, int shard) {
        UserId user = new UserId(row.text(USER));
        Set<Realm> realms = EnumSet.noneOf(Realm.class);
        for (Realm realm : Realm.values()) {
            if (row.flag(UsageRow.has(realm))) {
                realms.add(realm);
            }
        }
        return new Row(new AppUser(user, realms), new UserPosition(shard, Optional.of(user)));
    }
}
