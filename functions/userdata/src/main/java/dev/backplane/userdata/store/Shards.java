package dev.backplane.userdata.store;

import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserId;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Spreads the users of an app over partitions of the index, so that no partition gets all new users of an app. */
final class Shards {

    static final int COUNT = 16;

    private Shards() {}

    static int of(UserId user) {
        CRC32 sum = new CRC32();
        sum.update(user.value().getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % COUNT);
    }

    static String partitionOf(AppName app, UserId user) {
        return partition(app, of(user));
    }

    static String partition(AppName app, int shard) {
        return app + "#" + shard;
    }
}
