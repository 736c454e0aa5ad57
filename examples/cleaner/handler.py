"""Cleans accounts of the pool: a Lambda function that subscribes to AccountCleanupRequested.

Needed for a stage that does not clean its accounts itself (settings cleanupProject and cleanupImage). Invoke it with a
rule on the bus of the stage:

    {"source": ["backplane.pool"], "detail-type": ["AccountCleanupRequested"]}

Environment: BACKPLANE_URL, and TOKEN_URL, CLIENT_ID and CLIENT_SECRET of a client with the scope backplane/pool.write,
or BACKPLANE_TOKEN. In production, read the secret from Secrets Manager.
"""

import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request


def clean(account_id):
    """Removes everything from an account, e.g. with aws-nuke in a build. Raises an exception if something is left."""


def handler(event, context):
    detail = event["detail"]
    account, attempt = detail["accountId"], detail["attemptId"]
    try:
        clean(account)
        result = {"result": "succeeded"}
    except Exception as failure:
        result = {"result": "failed", "message": str(failure)[:200] or "The cleanup failed."}
    return {"account": account, **result, "accepted": report(account, attempt, result)}


def report(account, attempt, result):
    """Reports a result. An older attempt, or one whose account was removed, is not accepted: nothing is left to do."""
    request = urllib.request.Request(
        f"{os.environ['BACKPLANE_URL']}/pool/accounts/{account}/cleanups/{attempt}",
        method="PUT",
        data=json.dumps(result).encode(),
        headers={"Authorization": "Bearer " + token(), "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request):
            return True
    except urllib.error.HTTPError as error:
        if error.code in (404, 409):
            return False
        raise  # Lambda invokes the function again


def token():
    if "BACKPLANE_TOKEN" in os.environ:
        return os.environ["BACKPLANE_TOKEN"]
    client = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}"
    request = urllib.request.Request(
        os.environ["TOKEN_URL"],
        data=urllib.parse.urlencode({"grant_type": "client_credentials"}).encode(),
        headers={"Authorization": "Basic " + base64.b64encode(client.encode()).decode()},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["access_token"]
