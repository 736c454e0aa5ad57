package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.aws.EngineCallException;
import dev.backplane.local.cloudformation.template.KnownProperties;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code AWS::DynamoDB::Table} without streams and TTL.
 *
 * <p>Requires the permissions of CloudFormation's handler of this type to create, update and delete a table, and those to
 * read it, which it does after each change.
 */
final class TableResourceHandler implements ResourceHandler {

    private static final String NAME = "TableName";
    private static final int LONGEST_NAME = 255;

    private static final Set<String> SCHEMA =
            Set.of("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes");
    private static final Set<String> CHANGEABLE = Set.of("BillingMode", "TableClass", "DeletionProtectionEnabled");

    private static final KnownProperties PROPERTIES = KnownProperties.used(
                    NAME,
                    "KeySchema",
                    "AttributeDefinitions",
                    "GlobalSecondaryIndexes",
                    "LocalSecondaryIndexes",
                    "BillingMode",
                    "TableClass",
                    "DeletionProtectionEnabled")
            .withoutEffect("the engine has no backups", "PointInTimeRecoverySpecification")
            .withoutEffect("the engine has no encryption", "SSESpecification")
            .withoutEffect("descriptive only", "Tags");

    private static final List<String> READING = List.of(
            "dynamodb:DescribeTable",
            "dynamodb:DescribeContinuousBackups",
            "dynamodb:DescribeContributorInsights",
            "dynamodb:DescribeKinesisStreamingDestination",
            "dynamodb:DescribeTimeToLive",
            "dynamodb:GetResourcePolicy",
            "dynamodb:ListTagsOfResource");

    private final Engine engine;

    TableResourceHandler(Engine engine) {
        this.engine = engine;
    }

    @Override
    public List<String> unknown(JsonNode properties) {
        return PROPERTIES.unknownIn(properties);
    }

    @Override
    public boolean takesTags() {
        return true;
    }

    @Override
    public ProvisionedResource create(ResourceRequest work) throws ResourceException {
        String name = work.properties().path(NAME).asText(work.generatedName(LONGEST_NAME));
        work.actor().needs("dynamodb:CreateTable", arn(name));
        backups(work, name, JsonNodeFactory.instance.objectNode());
        tags(work, name);
        ObjectNode request = JsonNodeFactory.instance.objectNode().put(NAME, name);
        Stream.concat(SCHEMA.stream(), CHANGEABLE.stream())
                .filter(work.properties()::has)
                .forEach(property -> request.set(property, work.properties().path(property)));
        call("CreateTable", request);
        work.initiated().accept(name);
        return made(work, name);
    }

    @Override
    public ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException {
        JsonNode old = current.properties();
        if (differs(old, work.properties(), NAME)) {
            return create(work);
        }
        List<String> changed = SCHEMA.stream()
                .filter(property -> differs(old, work.properties(), property))
                .sorted()
                .toList();
        if (!changed.isEmpty()) {
            throw new ResourceException("the local cloud cannot change " + changed + " of a table");
        }
        String name = current.physicalId();
        ObjectNode request = JsonNodeFactory.instance.objectNode().put(NAME, name);
        CHANGEABLE.stream()
                .filter(property -> differs(old, work.properties(), property)
                        && work.properties().has(property))
                .forEach(property -> request.set(property, work.properties().path(property)));
        if (request.size() > 1) {
            work.actor().needs("dynamodb:UpdateTable", arn(name));
            call("UpdateTable", request);
        }
        backups(work, name, old);
        tags(work, name);
        return made(work, name);
    }

    private static boolean differs(JsonNode old, JsonNode properties, String property) {
        return !old.path(property).equals(properties.path(property));
    }

    private static void backups(ResourceRequest work, String name, JsonNode old) throws ResourceException {
        if (differs(old, work.properties(), "PointInTimeRecoverySpecification")) {
            work.actor().needs("dynamodb:UpdateContinuousBackups", arn(name));
        }
    }

    private static void tags(ResourceRequest work, String name) throws ResourceException {
        if (work.addsTags()) {
            work.actor().needs("dynamodb:TagResource", arn(name));
        }
        if (work.removesTags()) {
            work.actor().needs("dynamodb:UntagResource", arn(name));
        }
    }

    @Override
    public void delete(ResourceRequest work, String physicalId) throws ResourceException {
        work.actor().needs("dynamodb:DescribeTable", arn(physicalId));
        work.actor().needs("dynamodb:DeleteTable", arn(physicalId));
        try {
            engine.call("DeleteTable", JsonNodeFactory.instance.objectNode().put(NAME, physicalId));
        } catch (EngineCallException refused) {
            if (!refused.type().equals("ResourceNotFoundException")) {
                throw refused(refused);
            }
        }
    }

    private void call(String action, ObjectNode request) throws ResourceException {
        try {
            engine.call(action, request);
        } catch (EngineCallException refused) {
            throw refused(refused);
        }
    }

    private static ResourceException refused(EngineCallException refused) {
        return ResourceException.ofHandler(
                String.valueOf(refused.getMessage()),
                refused.type().equals("ResourceInUseException") ? "AlreadyExists" : "InvalidRequest");
    }

    private static ProvisionedResource made(ResourceRequest work, String name) throws ResourceException {
        for (String action : READING) {
            work.actor().needs(action, arn(name));
        }
        return new ProvisionedResource(
                name, JsonNodeFactory.instance.objectNode().put("Arn", arn(name)));
    }

    private static String arn(String table) {
        return Account.arn("dynamodb", "table/" + table);
    }
}
