package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;

import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.UserId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key with which receipts hash the ids of erased users; created when it is needed first.
 *
 * <p>Without a key, anyone who reads a receipt could find the user by hashing known addresses.
 */
record StageKey(Dynamo dynamo, String table, Ids ids) {

    private static final String ALGORITHM = "HmacSHA256";
    private static final Map<String, AttributeValue> ROW = JobRows.key("stageKey", "stageKey");

    /** Returns the hash of a user's id, as 64 hexadecimal characters. */
    String hash(UserId user) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(HexFormat.of().parseHex(key()), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(user.value().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC with SHA-256 is required of every Java platform", e);
        }
    }

    private String key() {
        return dynamo.get(table, ROW).orElseGet(this::create).text(Attributes.VALUE);
    }

    private Item create() {
        Item.Builder row = Item.builder().text(Attributes.VALUE, ids.next() + ids.next());
        ROW.forEach(row::value);
        Item created = row.build();
        return switch (dynamo.put(table, created, absent(JobRows.SUBJECT))) {
            case Write.Applied _ -> created;
            case Write.Refused refused -> refused.current().orElseThrow();
        };
    }
}
