package dev.backplane.testing.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.Index;
import dev.backplane.platform.dynamo.TableSpec.TableClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ChargesTest {

    private static final Map<String, AttributeValue> NONE = Map.of();

    private static final TableSpec TABLE = new TableSpec(
            "Things",
            TableSpec.Key.of("pk", "sk"),
            List.of(new Index("ByName", TableSpec.Key.of("name", "sk"), Optional.of(List.of("state")))),
            Optional.empty(),
            false,
            TableClass.STANDARD);

    private static Map<String, AttributeValue> item(String... texts) {
        Map<String, AttributeValue> item =
                new HashMap<>(Map.of("pk", AttributeValue.fromS("p"), "sk", AttributeValue.fromS("s")));
        for (int i = 0; i < texts.length; i += 2) {
            item.put(texts[i], AttributeValue.fromS(texts[i + 1]));
        }
        return item;
    }

    @Test
    void read_isRoundedUpTo4KiB_andOfNothingOneUnit() {
        assertThat(Charges.read(NONE)).isEqualTo(1);
        // The names and values of the keys have 6 bytes, the name of the string has 1.
        assertThat(Charges.read(item("t", "x".repeat(4096 - 7)))).isEqualTo(1);
        assertThat(Charges.read(item("t", "x".repeat(4096 - 6)))).isEqualTo(2);
    }

    @Test
    void write_isRoundedUpTo1KiBOfTheLargerItem() {
        assertThat(Charges.write(TABLE, NONE, item("t", "x".repeat(1024 - 7)))).isEqualTo(1);
        assertThat(Charges.write(TABLE, NONE, item("t", "x".repeat(1024 - 6)))).isEqualTo(2);
        assertThat(Charges.write(TABLE, item("t", "x".repeat(2048)), item())).isEqualTo(3);
        assertThat(Charges.write(TABLE, NONE, NONE))
                .as("refused, or nothing there")
                .isEqualTo(1);
    }

    @Test
    void write_addsTheEntryThatComesGoesOrChanges() {
        assertThat(Charges.write(TABLE, NONE, item("name", "a"))).isEqualTo(1 + 1);
        assertThat(Charges.write(TABLE, item("name", "a"), NONE)).isEqualTo(1 + 1);
        assertThat(Charges.write(TABLE, item("name", "a"), item("name", "a", "state", "x")))
                .isEqualTo(1 + 1);
        assertThat(Charges.write(TABLE, item("name", "a"), item("name", "b")))
                .as("it changes its place")
                .isEqualTo(1 + 2);
    }

    @Test
    void write_leavesAnEntryAloneThatDoesNotHoldTheChange() {
        assertThat(Charges.write(TABLE, item("name", "a"), item("name", "a", "other", "x".repeat(2000))))
                .isEqualTo(2);
        assertThat(Charges.write(TABLE, item(), item("state", "x"))).isEqualTo(1);
    }

    @Test
    void size_countsNamesValuesAndContainers() {
        assertThat(ItemSize.of(Map.of("é", AttributeValue.fromS("€")))).isEqualTo(2 + 3);
        assertThat(ItemSize.of(Map.of("n", AttributeValue.fromN("-1234.5")))).isEqualTo(1 + 4);
        assertThat(ItemSize.of(Map.of("b", AttributeValue.fromBool(true)))).isEqualTo(1 + 1);
        assertThat(ItemSize.of(Map.of("s", AttributeValue.fromSs(List.of("ab", "c")))))
                .isEqualTo(1 + 3);
        assertThat(ItemSize.of(Map.of("l", AttributeValue.fromL(List.of(AttributeValue.fromS("ab"))))))
                .isEqualTo(1 + 3 + 1 + 2);
        assertThat(ItemSize.of(Map.of("m", AttributeValue.fromM(Map.of("k", AttributeValue.fromS("ab"))))))
                .isEqualTo(1 + 3 + 1 + 1 + 2);
    }
}
