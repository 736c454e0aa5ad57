package dev.backplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.Index;
import dev.backplane.platform.dynamo.TableSpec.TableClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class DynamoLocalTest {

    private static final TableSpec TABLE = new TableSpec(
            "FixtureTable",
            TableSpec.Key.of("PK", "SK"),
            List.of(
                    new Index("Some", TableSpec.Key.of("PK", "GSI1SK"), Optional.of(List.of("Name"))),
                    new Index("All", new TableSpec.Key("GSI2PK", Optional.empty()), Optional.empty())),
            Optional.empty(),
            true,
            TableClass.STANDARD);
    private static final TableSpec OTHER = new TableSpec(
            "OtherTable",
            new TableSpec.Key("PK", Optional.empty()),
            List.of(),
            Optional.empty(),
            false,
            TableClass.STANDARD_INFREQUENT_ACCESS);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TABLE);

    @Test
    void table_isMadeAsDeclared_withoutItsStream() {
        TableDescription table = DYNAMO.client()
                .describeTable(request -> request.tableName(DYNAMO.table(TABLE)))
                .table();

        assertThat(table.keySchema())
                .extracting(KeySchemaElement::attributeName)
                .containsExactly("PK", "SK");
        assertThat(table.streamSpecification()).isNull();
        assertThat(table.globalSecondaryIndexes())
                .extracting(GlobalSecondaryIndexDescription::indexName)
                .containsExactlyInAnyOrder("Some", "All");
        assertThat(table.globalSecondaryIndexes())
                .filteredOn(index -> index.indexName().equals("Some"))
                .singleElement()
                .satisfies(index ->
                        assertThat(index.projection().nonKeyAttributes()).containsExactly("Name"));
    }

    @Test
    void table_whenOneTestHasWritten_isEmptyInTheNext() {
        assertThatNothingIsLeft();
    }

    @Test
    void table_whenAnotherTestHasWritten_isEmptyInThis() {
        assertThatNothingIsLeft();
    }

    private static void assertThatNothingIsLeft() {
        String table = DYNAMO.table(TABLE);
        assertThat(DYNAMO.client().scan(scan -> scan.tableName(table)).items()).isEmpty();
        DYNAMO.dynamo()
                .put(table, Item.builder().text("PK", "a").text("SK", "b").build());
        assertThat(DYNAMO.client().scan(scan -> scan.tableName(table)).items()).hasSize(1);
    }

    @Test
    void table_whenItWasNotDeclared_isRefusedByName() {
        assertThatNullPointerException()
                .isThrownBy(() -> DYNAMO.table(OTHER))
                .withMessage("OtherTable is not a table of this test");
    }

    @Test
    void createTable_whenASpecHasNoIndex_asksForNone() {
        var request = CreateTables.of(OTHER, "other");

        assertThat(request.hasGlobalSecondaryIndexes()).isFalse();
        assertThat(request.tableClassAsString()).isEqualTo("STANDARD_INFREQUENT_ACCESS");
    }
}
