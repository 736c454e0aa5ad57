package dev.backplane.testing;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.Index;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Converts the declaration of a table to a CreateTable request. */
public final class CreateTables {

    private CreateTables() {}

    /**
     * Returns the request that creates a table under a name, without its stream.
     *
     * <p>No unit test reads streams, and the engine keeps all their records, which makes every later write slower.
     */
    public static CreateTableRequest of(TableSpec spec, String name) {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .tableClass(spec.tableClass().name())
                .keySchema(schema(spec.key()))
                .attributeDefinitions(attributes(spec));
        List<Index> local = spec.indexes().stream().filter(Index::local).toList();
        List<Index> global =
                spec.indexes().stream().filter(index -> !index.local()).toList();
        if (!local.isEmpty()) {
            request.localSecondaryIndexes(
                    local.stream().map(CreateTables::localIndex).toList());
        }
        if (!global.isEmpty()) {
            request.globalSecondaryIndexes(
                    global.stream().map(CreateTables::index).toList());
        }
        return request.build();
    }

    private static List<AttributeDefinition> attributes(TableSpec spec) {
        Stream<TableSpec.Key> keys =
                Stream.concat(Stream.of(spec.key()), spec.indexes().stream().map(Index::key));
        return keys.flatMap(key -> Stream.concat(Stream.of(key.partition()), key.sort().stream()))
                .distinct()
                .map(name -> AttributeDefinition.builder()
                        .attributeName(name)
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .toList();
    }

    private static GlobalSecondaryIndex index(Index index) {
        return GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection(index.include()))
                .build();
    }

    private static LocalSecondaryIndex localIndex(Index index) {
        return LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection(index.include()))
                .build();
    }

    private static Projection projection(Optional<List<String>> include) {
        return include.map(names -> names.isEmpty()
                        ? Projection.builder().projectionType(ProjectionType.KEYS_ONLY)
                        : Projection.builder()
                                .projectionType(ProjectionType.INCLUDE)
                                .nonKeyAttributes(names))
                .orElseGet(() -> Projection.builder().projectionType(ProjectionType.ALL))
                .build();
    }

    private static List<KeySchemaElement> schema(TableSpec.Key key) {
        return Stream.concat(
                        Stream.of(element(key.partition(), KeyType.HASH)),
                        key.sort().map(sort -> element(sort, KeyType.RANGE)).stream())
                .toList();
    }

    private static KeySchemaElement element(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
