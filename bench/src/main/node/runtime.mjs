// The loop that Lambda runs Node functions in, without what no function here needs.
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(":");
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function call(method, route, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host, port, method, path: `/2018-06-01/runtime/invocation/${route}`, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, text: Buffer.concat(chunks).toString() }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const file = path.join(process.env.LAMBDA_TASK_ROOT, process.env._HANDLER);
const { handler } = await import(pathToFileURL(file));
for (;;) {
  const next = await call("GET", "next");
  const answer = await handler(JSON.parse(next.text));
  await call("POST", `${next.headers["lambda-runtime-aws-request-id"]}/response`, JSON.stringify(answer));
}
