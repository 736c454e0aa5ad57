// One story per service against a running suite: BACKPLANE_URL and BACKPLANE_TOKEN.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import {
  addAccount,
  BackplaneError,
  connect,
  createAlias,
  createApp,
  createDeployment,
  createLease,
  endLease,
  getBlob,
  getJson,
  getLatestLayer,
  getQueue,
  getTenant,
  isProblem,
  items,
  listActivity,
  listDeployments,
  listLayerVersions,
  putBlob,
  putJson,
  registerLayer,
  registerTenant,
  resolveAlias,
  setAccountStatus,
  updateDeploymentStatus,
  type CreateDeploymentErrors,
  type CreateLeaseErrors,
  type GetLatestLayerErrors,
  type GetTenantErrors,
  type PutJsonErrors,
} from '../src/index.js';

const baseUrl = process.env.BACKPLANE_URL!;
const token = process.env.BACKPLANE_TOKEN!;
const client = connect({ baseUrl, token: () => token });
const run = process.env.BACKPLANE_RUN ?? Date.now().toString(36);

/** Calls until there is a result, for at most two minutes. */
async function until<T>(call: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100)) {
    const result = await call();
    if (result !== undefined) {
      return result;
    }
  }
  throw new Error('Nothing happened in two minutes.');
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(() => assert.fail('The call succeeded.'), error => error);
}

test('deployments: publish a site, find it in lists, and resolve its alias', async () => {
  const project = `ts-${run}`;
  const ids = [1, 2, 3].map(number => `${project}-${number}`);
  for (const id of ids) {
    const { data, response } = await createDeployment({ client, body: { id, project } });
    assert.equal(data.status, 'INITIALIZED');
    assert.equal(response.headers.get('Location'), `/deployments/${id}`);
  }
  await updateDeploymentStatus({ client, path: { id: ids[0]! }, body: { status: 'FINISHED', routes: [] } });
  const hostname = `${project}.example.com`;
  await createAlias({ client, body: { alias: hostname, target: ids[0]! } });

  const { data: resolution } = await resolveAlias({ client, query: { hostname, path: '/' } });
  assert.equal(resolution.deployment, ids[0]);

  await until(async () => {
    const found: string[] = [];
    for await (const deployment of items(listDeployments, { client, query: { project, limit: 1 } })) {
      found.push(deployment.id);
    }
    return found.length === 3 ? assert.deepEqual(found.sort(), ids) ?? true : undefined;
  });

  const error = await failure(createDeployment({ client, body: { id: ids[0]! } }));
  assert.ok(isProblem<CreateDeploymentErrors>(error));
  assert.equal(error.problem.code, 'DEPLOYMENT_EXISTS');
  assert.equal(error.status, 409);
});

test('deployments: a repeated request with the same key has the same response', async () => {
  const headers = { 'Idempotency-Key': `ts-${run}` };
  const first = await createDeployment({ client, headers, body: {} });
  const second = await createDeployment({ client, headers, body: {} });

  assert.equal(first.response.status, 201);
  assert.equal(second.response.status, 200);
  assert.equal(second.data.id, first.data.id);
});

test('pool: lease an account; the second lease is refused with the first', async () => {
  const accountId = process.env.BACKPLANE_ACCOUNT ?? '000000004711';
  const userId = `ts-${run}@example.com`;
  await addAccount({ client, body: { accountId } });
  await setAccountStatus({ client, path: { id: accountId }, body: { status: 'available' } });

  const { data: lease } = await createLease({ client, body: { userId, accountId } });
  assert.equal(lease.accountId, accountId);
  const error = await failure(createLease({ client, body: { userId } }));
  assert.ok(isProblem<CreateLeaseErrors>(error));
  assert.ok(error.problem.code === 'USER_HAS_LEASE');
  assert.equal(error.problem.leaseId, lease.leaseId);

  const { data: ended } = await endLease({ client, path: { id: lease.leaseId } });
  assert.equal(ended.state, 'ended');
});

test('layers: register versions, and read the latest', async () => {
  const path = { region: 'us-east-1', package: `ts-${run}` };
  for (const version of [1, 2]) {
    const arn = `arn:aws:lambda:us-east-1:000000000000:layer:${path.package}:${version}`;
    await registerLayer({ client, path, body: { arn, packageVersion: `1.${version}.0`, requirementsTxt: `a==${version}` } });
  }

  const { data: latest } = await getLatestLayer({ client, path });
  assert.equal(latest.packageVersion, '1.2.0');
  const versions: string[] = [];
  for await (const version of items(listLayerVersions, { client, path, query: { limit: 1 } })) {
    versions.push(version.packageVersion);
  }
  assert.deepEqual(versions.sort(), ['1.1.0', '1.2.0']);

  const error = await failure(getLatestLayer({ client, path: { ...path, package: 'none' } }));
  assert.ok(isProblem<GetLatestLayerErrors>(error));
  assert.equal(error.problem.code, 'LAYER_NOT_FOUND');
});

test('tenants: register a tenant, wait for its queue', async () => {
  const tenantId = `ts-${run}`;
  await registerTenant({ client, path: { tenantId }, body: { name: 'Acme', provision: true } });

  const url = await until(async () => {
    const { data, response } = await getQueue({ client, path: { tenantId, queueType: 'inbound' } });
    return response.status === 200 && 'url' in data ? data.url : undefined;
  });
  assert.match(url, new RegExp(tenantId));

  const error = await failure(getTenant({ client, path: { tenantId: `none-${run}` } }));
  assert.ok(isProblem<GetTenantErrors>(error));
  assert.equal(error.problem.code, 'TENANT_NOT_FOUND');
});

test('userdata: JSON and blobs within a quota', async () => {
  const app = `ts-${run}`;
  await createApp({ client, body: { name: app, quotaBytes: 200 } });
  const path = { app, user: 'ann', key: 'theme.v1' };

  const { data: fit } = await putJson({ client, path, query: { dryRun: true }, body: { theme: 'dark' } });
  assert.ok('fits' in fit && fit.fits);
  const { data: written } = await putJson({ client, path, body: { theme: 'dark' } });
  assert.equal(written.key, path.key);
  const { data: value, response } = await getJson({ client, path });
  assert.deepEqual(value, { theme: 'dark' });

  const bytes = new Uint8Array([0, 255, 128]);
  await putBlob({ client, path: { ...path, key: 'image' }, body: new Blob([bytes]), headers: { 'Content-Type': 'image/png' } });
  const { data: blob } = await getBlob({ client, path: { ...path, key: 'image' }, parseAs: 'arrayBuffer' });
  assert.deepEqual(new Uint8Array(blob as unknown as ArrayBuffer), bytes);

  const tooMuch = await failure(putJson({ client, path, body: 'x'.repeat(300) }));
  assert.ok(isProblem<PutJsonErrors>(tooMuch));
  assert.ok(tooMuch.problem.code === 'QUOTA_EXCEEDED');
  assert.equal(tooMuch.problem.limitBytes, 200);

  await putJson({ client, path, body: { theme: 'light' } });
  const stale = await failure(putJson({
    client, path, body: {}, headers: { 'If-Match': response.headers.get('ETag')! } }));
  assert.ok(isProblem<PutJsonErrors>(stale));
  assert.equal(stale.problem.code, 'PRECONDITION_FAILED');
});

test('activity: the events of a deployment', async () => {
  const { data: deployment } = await createDeployment({ client, body: {} });

  const entry = await until(async () => {
    const { data } = await listActivity({ client, query: { subject: deployment.id } });
    return data.items[0];
  });

  assert.equal(entry.service, 'deployments');
});

test('a response of API Gateway is an error without a problem', async () => {
  const error = await failure(listDeployments({ client: connect({ baseUrl, token: () => 'none' }) }));

  assert.ok(error instanceof BackplaneError);
  assert.equal(error.status, 401);
  assert.equal(error.problem, undefined);
});
