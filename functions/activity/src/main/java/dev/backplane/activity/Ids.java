package dev.backplane.activity;

import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;

/** Ids that entries can be found by. */
final class Ids {

    /** Below the 2,048 bytes that DynamoDB allows for a partition key. */
    static final int MAX_BYTES = 1024;

    private Ids() {}

    static boolean isUsable(String id) {
        return !id.isEmpty() && new Text(id).isWellFormed() && id.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
}
