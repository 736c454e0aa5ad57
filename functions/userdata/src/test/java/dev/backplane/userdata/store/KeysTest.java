package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeysTest {

    private static final UserdataSettings SETTINGS = new UserdataSettings(
            "cb",
            "apps",
            "json",
            "blob",
            "usage",
            "changes",
            "jobs",
            "objects",
            1,
            Duration.ofDays(1),
            Duration.ofHours(1));

    private static Map<String, String> head(Namespace namespace, String key) {
        return texts(Location.of(namespace, SETTINGS).head(new DataKey(key)));
    }

    private static Map<String, String> texts(Map<String, AttributeValue> attributes) {
        return attributes.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().s()));
    }

    @Test
    void values_lieUnderAppAndUser() {
        UserId user = new UserId("b#c");
        assertThat(head(json(new AppName("a"), user), "k")).isEqualTo(Map.of("appUser", "a#b#c", "key", "k"));
        assertThat(head(new Namespace.Content(user), "k")).isEqualTo(Map.of("appUser", "hmh#b#c", "key", "k"));
        assertThat(head(new Namespace.Behavior(user), "k")).isEqualTo(Map.of("user", "b#c", "key", "k"));
        assertThat(texts(Location.of(json(new AppName("a"), user), SETTINGS)
                        .begin(new DataKey("k"))
                        .build()
                        .attributes()))
                .isEqualTo(Map.of("appUser", "a#b#c", "key", "k", "user", "b#c", "appKey", "a#k"));
    }

    @Test
    void separateAndMemoryRows_sortOutsideOfAllKeys() {
        for (String key : Set.of("0", "9", "A", "Z", "a", "z" + "z".repeat(254))) {
            assertThat(Location.SEPARATE_PREFIX).isGreaterThan(key);
            assertThat(Location.MEMORY_PREFIX + key).isLessThan("0");
        }
    }

    @Test
    void shards_areAllUsedEvenly() {
        Map<Integer, Long> counts = IntStream.range(0, 16_000)
                .mapToObj(i -> UsageRow.shardOf(new UserId("user-" + i)))
                .collect(Collectors.groupingBy(shard -> shard, Collectors.counting()));

        assertThat(counts).hasSize(UsageRow.SHARDS);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(800L, 1200L));
        assertThat(UsageRow.shardKey(new AppName("a"), new UserId("ann"))).matches("a#([0-9]|1[0-5])");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0#", "15#ann", "3#a:b"})
    void positions_areReadAsTheyArePrinted(String text) {
        assertThat(UserPosition.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann", "16#", "-1#a", "01#a"})
    void positions_thatAreNone_areRefused(String text) {
        assertThatThrownBy(() -> UserPosition.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void position_longerThanASortKey_isRefused() {
        assertThat(UserPosition.parse("1#" + "x".repeat(1024))).hasToString("1#" + "x".repeat(1024));
        assertThatThrownBy(() -> UserPosition.parse("1#" + "x".repeat(1025))).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void usageRow_namesAreDistinct() {
        Set<String> names = new HashSet<>();
        for (Realm realm : Realm.values()) {
            names.addAll(Set.of(UsageRow.has(realm), UsageRow.bytes(realm), UsageRow.items(realm)));
        }
        assertThat(names).hasSize(6);
        assertThat(UsageRow.bytes(Optional.empty())).isZero();
    }

    @Test
    void packing_givesBackWhatItTook() {
        Random random = new Random(5);
        for (int length : new int[] {0, 1, 100, 10_000, 300_000}) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            byte[] text = "text ".repeat(length / 5).getBytes(StandardCharsets.UTF_8);
            assertThat(Packing.unpack(Packing.pack(noise), noise.length)).isEqualTo(noise);
            assertThat(Packing.unpack(Packing.pack(text), text.length)).isEqualTo(text);
        }
        byte[] cut = new byte[10];
        System.arraycopy(Packing.pack("x".repeat(100_000).getBytes(StandardCharsets.UTF_8)), 0, cut, 0, 10);
        assertThatThrownBy(() -> Packing.unpack(cut, 100_000)).isInstanceOf(IllegalStateException.class);
    }
}
