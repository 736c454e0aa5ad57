"""Returns the inbound queue of a tenant that has one."""

import json
import os

import boto3

dynamodb = boto3.client("dynamodb")
table = os.environ["TENANT_TABLE"]


def handler(event, context):
    tenant = event["pathParameters"]["tenantId"]
    queue_type = event["pathParameters"]["queueType"]

    rows = dynamodb.query(
        TableName=table,
        KeyConditionExpression="pk = :tenant",
        ExpressionAttributeValues={":tenant": {"S": f"TENANT_ID#{tenant}"}},
        ConsistentRead=True,
    )["Items"]
    metadata = next((row for row in rows if row["sk"]["S"] == "METADATA"), None)
    if metadata is None:
        return respond(404, {"code": "TENANT_NOT_FOUND"})

    arn = metadata["InboundQueueArn"]["S"]
    return respond(
        200,
        {
            "tenantId": tenant,
            "type": queue_type,
            "arn": arn,
            "url": metadata["InboundQueueUrl"]["S"],
            "region": arn.split(":")[3],
            "version": metadata["Version"]["S"],
        },
    )


def respond(status, body):
    return {"statusCode": status, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
