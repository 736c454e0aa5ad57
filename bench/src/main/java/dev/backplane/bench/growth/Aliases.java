package dev.backplane.bench.growth;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Aliases: hosts of one domain, all in one partition, a hundred for each deployment. */
final class Aliases implements Subject {

    private static final String DATE = "2026-01-05T00:00:00.000Z";
    private static final int OF_A_DEPLOYMENT = 100;
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return AliasStore.TABLE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Item.builder()
                .text("PK", AliasKey.ROUTES)
                .text("SK", key(number).toString())
                .text("GSI1PK", "D#" + deployment(number))
                .text("GSI1SK", DATE + "#R#" + key(number))
                .number("ItemVersion", 1)
                .text("CreateDate", DATE)
                .text("DeploymentId", deployment(number).value())
                .text("HostnameRev", host(number).reversed())
                .text("BasePath", BasePath.ROOT.value())
                .number("Revision", 1)
                .flag("DeploymentAlias", false)
                .flag("Ready", true)
                .build()
                .attributes();
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        AliasStore aliases = new Stores(shop.platform(Map.of(
                        DeploymentsSettings.ALIAS_TABLE,
                        table,
                        DeploymentsSettings.DEPLOYMENT_TABLE,
                        DeploymentStore.TABLE.name())))
                .aliases();
        DynamoDbClient client = shop.client();
        return List.of(
                new Lookup(
                        "alias of a host",
                        number -> Check.there(aliases.getAliasByHostname(host(number), "/about", false)),
                        number -> client.query(query -> query.tableName(table)
                                .keyConditionExpression("PK = :pk AND SK BETWEEN :low AND :high")
                                .expressionAttributeValues(Map.of(
                                        ":pk", Values.text(AliasKey.ROUTES),
                                        ":low", Values.text(key(number).toString()),
                                        ":high", Values.text(key(number) + "about")))
                                .scanIndexForward(false)
                                .limit(12))),
                new Lookup(
                        "25 aliases of a domain",
                        number -> Check.full(
                                PAGE,
                                aliases.listAliasesForDomain(
                                                Hostname.parse("example.com"), PAGE, Optional.of(key(number)))
                                        .items()),
                        number -> client.query(query -> query.tableName(table)
                                .keyConditionExpression("PK = :pk AND begins_with(SK, :prefix)")
                                .expressionAttributeValues(Map.of(
                                        ":pk", Values.text(AliasKey.ROUTES), ":prefix", Values.text("com.example.")))
                                .limit(PAGE + 1)
                                .exclusiveStartKey(
                                        Values.key(AliasKey.ROUTES, key(number).toString())))),
                new Lookup(
                        "25 aliases of a deployment",
                        number -> Check.full(
                                PAGE,
                                aliases.listAliasesForDeployment(deployment(number), PAGE, Optional.empty())
                                        .items()),
                        number -> client.query(query -> query.tableName(table)
                                .indexName(AliasStore.BY_DEPLOYMENT)
                                .keyConditionExpression("GSI1PK = :deployment")
                                .expressionAttributeValues(
                                        Map.of(":deployment", Values.text("D#" + deployment(number))))
                                .scanIndexForward(false)
                                .limit(2 * (PAGE + 1)))));
    }

    private static AliasKey key(int number) {
        return new AliasKey(new AliasId(host(number), BasePath.ROOT));
    }

    private static Hostname host(int number) {
        return new Hostname(String.format("h%07d.example.com", number));
    }

    private static DeploymentId deployment(int number) {
        return new DeploymentId(String.format("site-%07d", number / OF_A_DEPLOYMENT));
    }
}
