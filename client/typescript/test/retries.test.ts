import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackplaneError, connect, createDeployment, listDeployments, updateDeploymentStatus } from '../src/index.js';

const BUSY = {
  type: 'urn:backplane:problem:contended',
  title: 'Contended',
  status: 503,
  detail: 'Try again.',
  code: 'CONTENDED',
  requestId: '1',
};

/** Returns a client that gets these responses, and the requests that it sends. */
function stub(...responses: (() => Response)[]) {
  const requests: Request[] = [];
  const client = connect({
    baseUrl: 'https://backplane.invalid/',
    token: () => 'token',
    fetch: async input => {
      requests.push(input as Request);
      return responses[requests.length - 1]!();
    },
  });
  return { client, requests };
}

const busy = () => new Response(JSON.stringify(BUSY), {
  status: 503,
  headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
});
const lost = () => Response.json({ message: 'Service Unavailable' }, { status: 503 });
const unreachable = () => {
  throw new TypeError('fetch failed');
};
const page = () => Response.json({ items: [], next: null });
const created = () => Response.json({ id: 'a' }, { status: 201 });

test('a refused request is repeated with its body and key', async () => {
  const { client, requests } = stub(busy, busy, created);

  await createDeployment({ client, body: { id: 'a' } });

  const keys = new Set(requests.map(request => request.headers.get('Idempotency-Key')));
  assert.equal(requests.length, 3);
  assert.equal(keys.size, 1);
  assert.match([...keys][0]!, /^[0-9a-f-]{36}$/);
  assert.deepEqual(await requests[2]!.json(), { id: 'a' });
  assert.equal(requests[0]!.headers.get('Authorization'), 'Bearer token');
});

test('a refused request without a key is repeated too', async () => {
  const { client, requests } = stub(busy, created);

  await updateDeploymentStatus({ client, path: { id: 'a' }, body: { status: 'FINISHED' } });

  assert.equal(requests.length, 2);
});

test('a request that may have been executed is repeated only if it reads or has a key', async () => {
  const read = stub(unreachable, lost, page);
  await listDeployments({ client: read.client });
  assert.equal(read.requests.length, 3);

  const write = stub(lost, created);
  const error = await updateDeploymentStatus({
    client: write.client, path: { id: 'a' }, body: { status: 'FINISHED' } }).catch(thrown => thrown);
  assert.ok(error instanceof BackplaneError);
  assert.equal(error.message, '503 Service Unavailable');
  assert.equal(write.requests.length, 1);
});

test('after the last attempt, the problem is thrown', async () => {
  const { client, requests } = stub(busy, busy, busy, busy, busy);

  const error = await listDeployments({ client }).catch(thrown => thrown);

  assert.ok(error instanceof BackplaneError);
  assert.equal(error.code, 'CONTENDED');
  assert.equal(error.retryAfter, 0);
  assert.equal(requests.length, 4);
});

test('without throwing, the problem is returned', async () => {
  const { client } = stub(busy, busy, busy, busy);

  const { error } = await listDeployments({ client, throwOnError: false });

  assert.deepEqual(error, BUSY);
});
