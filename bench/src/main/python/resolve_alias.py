"""Tells which deployment serves a path of a host."""

import json
import os

import boto3

dynamodb = boto3.client("dynamodb")
table = os.environ["ALIAS_TABLE"]


def handler(event, context):
    parameters = event["queryStringParameters"]
    hostname = parameters["hostname"]
    path = parameters.get("path", "/")
    host = ".".join(reversed(hostname.split(".")))

    routes = dynamodb.query(
        TableName=table,
        KeyConditionExpression="PK = :pk AND SK BETWEEN :low AND :high",
        ExpressionAttributeValues={
            ":pk": {"S": "ROUTES"},
            ":low": {"S": f"{host}#/"},
            ":high": {"S": f"{host}#{path}"},
        },
        ScanIndexForward=False,
        Limit=12,
        ConsistentRead=True,
    )["Items"]
    route = next((route for route in routes if holds(route["BasePath"]["S"], path)), None)
    if route is None:
        return respond(404, {"code": "ALIAS_NOT_FOUND"})

    base_path = route["BasePath"]["S"]
    config = dynamodb.get_item(
        TableName=table,
        Key={"PK": {"S": "CONFIGNEXTJS"}, "SK": {"S": f"{host}#{base_path}"}},
        ConsistentRead=True,
    )["Item"]
    return respond(
        200,
        {
            "alias": hostname + base_path,
            "hostname": hostname,
            "basePath": base_path,
            "deployment": route["DeploymentId"]["S"],
            "matchedBy": "exact",
            "revision": int(route["Revision"]["N"]),
            "routes": parse(config.get("Routes")),
            "lambdaRoutes": parse(config.get("LambdaRoutes")),
            "prerenders": parse(config.get("Prerenders")),
        },
    )


def holds(base_path, path):
    return base_path == "/" or path == base_path or path.startswith(base_path + "/")


def parse(attribute):
    return None if attribute is None else json.loads(attribute["S"])


def respond(status, body):
    return {"statusCode": status, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
