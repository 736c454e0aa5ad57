// Returns the inbound queue of a tenant that has one.
import { DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";

const dynamodb = new DynamoDBClient({});
const table = process.env.TENANT_TABLE;

export async function handler(event) {
  const { tenantId, queueType } = event.pathParameters;

  const { Items: rows } = await dynamodb.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :tenant",
      ExpressionAttributeValues: { ":tenant": { S: `TENANT_ID#${tenantId}` } },
      ConsistentRead: true,
    }),
  );
  const metadata = rows.find(({ sk }) => sk.S === "METADATA");
  if (!metadata) {
    return respond(404, { code: "TENANT_NOT_FOUND" });
  }

  const arn = metadata.InboundQueueArn.S;
  return respond(200, {
    tenantId,
    type: queueType,
    arn,
    url: metadata.InboundQueueUrl.S,
    region: arn.split(":")[3],
    version: metadata.Version.S,
  });
}

function respond(statusCode, body) {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
