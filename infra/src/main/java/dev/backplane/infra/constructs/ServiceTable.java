package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.TableLimits;
import dev.backplane.platform.dynamo.TableSpec;
import java.util.List;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.LocalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableClass;
import software.constructs.Construct;

/**
 * A table created from its {@link TableSpec}: on demand, with point-in-time recovery, and retained when its stack is
 * deleted.
 */
public final class ServiceTable extends Construct {

    private final TableSpec spec;
    private final TableLimits limits;
    private final String name;
    private final Table table;

    public ServiceTable(Construct scope, Service service, TableSpec spec) {
        super(scope, spec.name());
        this.spec = spec;
        this.limits = service.stage().tables();
        // With a fixed name, CloudFormation cannot replace the table, which would lose the data.
        this.name = service.nameOf(spec.name());
        this.table = table();
        spec.indexes().forEach(this::add);
    }

    private void add(TableSpec.Index index) {
        if (index.local()) {
            table.addLocalSecondaryIndex(local(index));
        } else {
            table.addGlobalSecondaryIndex(index(index));
        }
    }

    private Table table() {
        Table.Builder builder = Table.Builder.create(this, "Resource")
                .tableName(name)
                .partitionKey(string(spec.key().partition()))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .tableClass(tableClass())
                .pointInTimeRecoverySpecification(PointInTimeRecoverySpecification.builder()
                        .pointInTimeRecoveryEnabled(true)
                        .build())
                .deletionProtection(true)
                .removalPolicy(RemovalPolicy.RETAIN);
        spec.key().sort().map(ServiceTable::string).ifPresent(builder::sortKey);
        spec.ttlAttribute().ifPresent(builder::timeToLiveAttribute);
        limits.readUnits().ifPresent(builder::maxReadRequestUnits);
        limits.writeUnits().ifPresent(builder::maxWriteRequestUnits);
        if (spec.stream()) {
            builder.stream(StreamViewType.NEW_AND_OLD_IMAGES);
        }
        return builder.build();
    }

    private TableClass tableClass() {
        return switch (spec.tableClass()) {
            case STANDARD -> TableClass.STANDARD;
            case STANDARD_INFREQUENT_ACCESS -> TableClass.STANDARD_INFREQUENT_ACCESS;
        };
    }

    private GlobalSecondaryIndexProps index(TableSpec.Index index) {
        GlobalSecondaryIndexProps.Builder builder = GlobalSecondaryIndexProps.builder()
                .indexName(index.name())
                .partitionKey(string(index.key().partition()));
        index.key().sort().map(ServiceTable::string).ifPresent(builder::sortKey);
        limits.readUnits().ifPresent(builder::maxReadRequestUnits);
        limits.writeUnits().ifPresent(builder::maxWriteRequestUnits);
        index.include()
                .ifPresentOrElse(
                        attributes -> project(builder, attributes), () -> builder.projectionType(ProjectionType.ALL));
        return builder.build();
    }

    /** Returns a local index, which shares the limits of its table. */
    private static LocalSecondaryIndexProps local(TableSpec.Index index) {
        return LocalSecondaryIndexProps.builder()
                .indexName(index.name())
                .sortKey(string(index.key().sort().orElseThrow()))
                .projectionType(ProjectionType.ALL)
                .build();
    }

    private static void project(GlobalSecondaryIndexProps.Builder builder, List<String> attributes) {
        if (attributes.isEmpty()) {
            builder.projectionType(ProjectionType.KEYS_ONLY);
        } else {
            builder.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(attributes);
        }
    }

    private static Attribute string(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }

    /** Returns the physical name of the table. */
    public String tableName() {
        return table.getTableName();
    }

    String arn() {
        return table.getTableArn();
    }

    String indexArn(String index) {
        if (spec.indexes().stream().noneMatch(known -> known.name().equals(index))) {
            throw new IllegalArgumentException(spec.name() + " has no index " + index);
        }
        return table.getTableArn() + "/index/" + index;
    }

    String streamArn() {
        String arn = table.getTableStreamArn();
        if (arn == null) {
            throw new IllegalArgumentException(spec.name() + " has no stream");
        }
        return arn;
    }
}
