// Leases an account to a user.
import { randomUUID } from "node:crypto";
import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

const dynamodb = new DynamoDBClient({});
const table = process.env.POOL_TABLE;

export async function handler(event) {
  const { userId, durationMinutes = 480 } = JSON.parse(event.body);

  const { Item: available } = await dynamodb.send(
    new GetItemCommand({ TableName: table, Key: key("account_status#available"), ConsistentRead: true }),
  );
  const accounts = available?.data?.SS ?? [];
  if (accounts.length === 0) {
    return respond(409, { code: "NO_ACCOUNT_AVAILABLE" });
  }

  const now = new Date();
  const lease = {
    leaseId: randomUUID(),
    state: "active",
    accountId: accounts[Math.floor(Math.random() * accounts.length)],
    userId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + durationMinutes * 60_000).toISOString(),
    extensions: 0,
    endedAt: null,
    reason: null,
  };
  await dynamodb.send(new TransactWriteItemsCommand({ TransactItems: transaction(lease, durationMinutes) }));
  return respond(201, lease);
}

function transaction({ leaseId, accountId, userId, createdAt, expiresAt }, minutes) {
  const account = { S: accountId };
  const now = { S: createdAt };
  const id = { S: leaseId };
  return [
    update(
      `account_id#${accountId}`,
      "SET #data = :leased, since = :now, leaseId = :lease",
      { ":leased": { S: "leased" }, ":now": now, ":lease": id, ":available": { S: "available" } },
      "#data = :available",
    ),
    update("account_status#available", "DELETE #data :id", { ":id": { SS: [accountId] } }),
    update("account_status#leased", "ADD #data :id", { ":id": { SS: [accountId] } }),
    {
      Put: {
        TableName: table,
        Item: {
          ...key(`lease_id#${leaseId}`),
          data: { M: { state: { S: "active" }, account, user: { S: userId }, expires: { S: expiresAt } } },
          created: now,
          askedMinutes: { N: String(minutes) },
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    update("lease_status#active", "ADD #data :id", { ":id": { SS: [leaseId] } }),
    update(
      `user_id#${userId}`,
      "SET #data = :holding, registered = if_not_exists(registered, :now)",
      { ":holding": { M: { lease: id, account } }, ":now": now },
      "attribute_not_exists(#data)",
    ),
  ];
}

function update(pk, expression, values, condition) {
  return {
    Update: {
      TableName: table,
      Key: key(pk),
      UpdateExpression: expression,
      ConditionExpression: condition,
      ExpressionAttributeNames: { "#data": "data" },
      ExpressionAttributeValues: values,
    },
  };
}

function key(pk) {
  return { pk: { S: pk } };
}

function respond(statusCode, body) {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
