package dev.backplane.userdata.store;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A position in the list of an app's users: {@code <shard>#<user>}, after that user of the shard.
 *
 * @param user empty before the first user of the shard
 */
public record UserPosition(int shard, Optional<UserId> user) {

    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
    private static final int MAX_SORT_KEY_BYTES = 1024;

    static final UserPosition START = new UserPosition(0, Optional.empty());

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static UserPosition parse(String text) {
        int sign = text.indexOf('#');
        String shard = sign < 0 ? "" : text.substring(0, sign);
        if (!shard.matches("[0-9]|1[0-5]")) {
            throw new InvalidValueException("not a position in a list of users");
        }
        String user = text.substring(sign + 1);
        // Rows that were written by hand may have ids that the API does not accept; the list continues after them too.
        if (user.getBytes(StandardCharsets.UTF_8).length > MAX_SORT_KEY_BYTES) {
            throw new InvalidValueException("not a position in a list of users");
        }
        return new UserPosition(
                Integer.parseInt(shard), user.isEmpty() ? Optional.empty() : Optional.of(new UserId(user)));
    }

    Optional<UserPosition> nextShard() {
        return shard + 1 < UsageRow.SHARDS
                ? Optional.of(new UserPosition(shard + 1, Optional.empty()))
                : Optional.empty();
    }

    /** Returns the key of the index after which a query continues. */
    Optional<Map<String, AttributeValue>> startKey(AppName app) {
        return user.map(id -> {
            Map<String, AttributeValue> key = new HashMap<>(UsageRow.key(app, id));
            key.put(Attributes.APP_SHARD, AttributeValue.fromS(UsageRow.shardKey(app, shard)));
            return key;
        });
    }

    @Override
    public String toString() {
        return shard + "#" + user.map(UserId::value).orElse("");
    }
}
