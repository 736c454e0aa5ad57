// Tells which deployment serves a path of a host.
import { DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";

const dynamodb = new DynamoDBClient({});
const table = process.env.ALIAS_TABLE;

export async function handler(event) {
  const { hostname, path = "/" } = event.queryStringParameters;
  const host = hostname.split(".").reverse().join(".");

  const { Items: routes } = await dynamodb.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "PK = :pk AND SK BETWEEN :low AND :high",
      ExpressionAttributeValues: {
        ":pk": { S: "ROUTES" },
        ":low": { S: `${host}#/` },
        ":high": { S: `${host}#${path}` },
      },
      ScanIndexForward: false,
      Limit: 12,
      ConsistentRead: true,
    }),
  );
  const route = routes.find(({ BasePath }) => holds(BasePath.S, path));
  if (!route) {
    return respond(404, { code: "ALIAS_NOT_FOUND" });
  }

  const basePath = route.BasePath.S;
  const { Item: config } = await dynamodb.send(
    new GetItemCommand({
      TableName: table,
      Key: { PK: { S: "CONFIGNEXTJS" }, SK: { S: `${host}#${basePath}` } },
      ConsistentRead: true,
    }),
  );
  return respond(200, {
    alias: hostname + basePath,
    hostname,
    basePath,
    deployment: route.DeploymentId.S,
    matchedBy: "exact",
    revision: Number(route.Revision.N),
    routes: parse(config.Routes),
    lambdaRoutes: parse(config.LambdaRoutes),
    prerenders: parse(config.Prerenders),
  });
}

function holds(basePath, path) {
  return basePath === "/" || path === basePath || path.startsWith(`${basePath}/`);
}

function parse(attribute) {
  return attribute ? JSON.parse(attribute.S) : null;
}

function respond(statusCode, body) {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
