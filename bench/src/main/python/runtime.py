"""The loop that Lambda runs Python functions in, without what no function here needs."""

import http.client
import importlib
import json
import os
import sys


def main():
    sys.path.insert(0, os.environ["LAMBDA_TASK_ROOT"])
    module, name = os.environ["_HANDLER"].rsplit(".", 1)
    handler = getattr(importlib.import_module(module), name)
    api = http.client.HTTPConnection(os.environ["AWS_LAMBDA_RUNTIME_API"])
    while True:
        api.request("GET", "/2018-06-01/runtime/invocation/next")
        response = api.getresponse()
        call = response.headers["Lambda-Runtime-Aws-Request-Id"]
        answer = handler(json.loads(response.read()), None)
        api.request("POST", f"/2018-06-01/runtime/invocation/{call}/response", json.dumps(answer))
        api.getresponse().read()


main()
