"""Leases an account to a user."""

import json
import os
import random
import uuid
from datetime import datetime, timedelta, timezone

import boto3

dynamodb = boto3.client("dynamodb")
table = os.environ["POOL_TABLE"]


def handler(event, context):
    body = json.loads(event["body"])
    user = body["userId"]
    minutes = body.get("durationMinutes", 480)

    available = dynamodb.get_item(TableName=table, Key=key("account_status#available"), ConsistentRead=True)
    accounts = available.get("Item", {}).get("data", {}).get("SS", [])
    if not accounts:
        return respond(409, {"code": "NO_ACCOUNT_AVAILABLE"})

    account = random.choice(accounts)
    lease = str(uuid.uuid4())
    now = datetime.now(timezone.utc)
    created = iso(now)
    expires = iso(now + timedelta(minutes=minutes))
    dynamodb.transact_write_items(
        TransactItems=[
            update(
                f"account_id#{account}",
                "SET #data = :leased, since = :now, leaseId = :lease",
                {
                    ":leased": {"S": "leased"},
                    ":now": {"S": created},
                    ":lease": {"S": lease},
                    ":available": {"S": "available"},
                },
                "#data = :available",
            ),
            update("account_status#available", "DELETE #data :id", {":id": {"SS": [account]}}),
            update("account_status#leased", "ADD #data :id", {":id": {"SS": [account]}}),
            {
                "Put": {
                    "TableName": table,
                    "Item": {
                        "pk": {"S": f"lease_id#{lease}"},
                        "data": {
                            "M": {
                                "state": {"S": "active"},
                                "account": {"S": account},
                                "user": {"S": user},
                                "expires": {"S": expires},
                            }
                        },
                        "created": {"S": created},
                        "askedMinutes": {"N": str(minutes)},
                    },
                    "ConditionExpression": "attribute_not_exists(pk)",
                }
            },
            update("lease_status#active", "ADD #data :id", {":id": {"SS": [lease]}}),
            update(
                f"user_id#{user}",
                "SET #data = :holding, registered = if_not_exists(registered, :now)",
                {":holding": {"M": {"lease": {"S": lease}, "account": {"S": account}}}, ":now": {"S": created}},
                "attribute_not_exists(#data)",
            ),
        ]
    )
    return respond(
        201,
        {
            "leaseId": lease,
            "state": "active",
            "accountId": account,
            "userId": user,
            "createdAt": created,
            "expiresAt": expires,
            "extensions": 0,
            "endedAt": None,
            "reason": None,
        },
    )


def update(pk, expression, values, condition=None):
    action = {
        "TableName": table,
        "Key": key(pk),
        "UpdateExpression": expression,
        "ExpressionAttributeNames": {"#data": "data"},
        "ExpressionAttributeValues": values,
    }
    if condition:
        action["ConditionExpression"] = condition
    return {"Update": action}


def key(pk):
    return {"pk": {"S": pk}}


def iso(time):
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def respond(status, body):
    return {"statusCode": status, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
