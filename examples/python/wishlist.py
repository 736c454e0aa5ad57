"""Adds an item to a wish list in the user data service.

Usage: python3 examples/python/wishlist.py ann B-1042

The value is only replaced if nobody else has changed it in between; otherwise the program reads it again.
"""

import json
import os
import sys
import urllib.error
import urllib.request

APP = "wishlist"
ATTEMPTS = 5


def call(method, path, body=None, headers=None):
    """Returns status, entity tag and body of a response."""
    request = urllib.request.Request(
        os.environ["BACKPLANE_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["BACKPLANE_TOKEN"],
            "Content-Type": "application/json",
            **(headers or {}),
        },
    )
    try:
        with urllib.request.urlopen(request) as response:
            text = response.read()
            return response.status, response.headers.get("ETag"), json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, None, json.loads(text) if text else {}


def add(user, sku):
    call("POST", "/userdata/apps", {"name": APP, "quotaBytes": 65536})  # 409 if it exists
    path = f"/userdata/apps/{APP}/users/{user}/json/summer"
    for _ in range(ATTEMPTS):
        status, tag, items = call("GET", path)
        wanted = (items if status == 200 else []) + [sku]
        condition = {"If-Match": tag} if status == 200 else {"If-None-Match": "*"}
        status, _, answer = call("PUT", path, wanted, condition)
        if status in (200, 201):
            return wanted
        if status != 412:  # 412: somebody else was faster
            sys.exit(f"{answer.get('code', status)}: {answer.get('detail', '')}")
    sys.exit("The list changes all the time.")


if __name__ == "__main__":
    print(json.dumps(add(sys.argv[1] if len(sys.argv) > 1 else "ann", sys.argv[2] if len(sys.argv) > 2 else "B-1042")))
