import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, launch, open, signIn, visit } from './browser.mjs';

const HTML = '<img src=x onerror=alert(1)>';
let browser;
let admin;

before(async () => {
  browser = await launch();
  admin = await open(browser);
  await signIn(admin.page, 'admin@example.com');
});

after(() => browser?.close());

/** Writes the text into every member that callers control and that may hold it, and returns the views that show it. */
async function store(page) {
  const run = Date.now().toString(36);
  const ok = async (...request) => {
    const { status, body } = await api(page, ...request);
    assert.ok(status < 300, `${request[0]} ${request[1]} ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const [deployment, tenant, app] = [`x-${run}`, `x-${run}`, `x-${run}`];
  const account = String(400_000_000_000 + (Date.now() % 100_000_000_000));
  await ok('POST', '/deployments', { id: deployment, project: 'text', branch: 'main', commit: '<b>c</b>', message: HTML });
  await ok('PUT', `/deployments/${deployment}/status`, { status: 'CREATE_IN_PROGRESS', cloudFormationStack: HTML, reason: HTML });
  await ok('PUT', `/deployments/${deployment}/status`, { status: 'CREATE_COMPLETE' });
  await ok('PUT', `/deployments/${deployment}/status`, { status: 'FINISHED', deploymentAlias: `${run}.preview.example.net`, routes: { [HTML]: HTML } });
  await ok('POST', '/aliases', { alias: `${run}.example.net`, target: deployment, reason: HTML });
  await ok('PUT', '/alias-locks', { alias: `${run}.example.net`, reason: HTML });
  await ok('PUT', `/tenants/${tenant}`, { name: HTML, attributes: { note: HTML }, provision: false });
  await ok('POST', '/pool/accounts', { accountId: account, name: HTML });
  await ok('PUT', `/pool/accounts/${account}/status`, { status: 'available' });
  await ok('PUT', `/pool/accounts/${account}/status`, { status: 'failed', reason: HTML });
  await ok('PUT', `/pool/accounts/${account}/hold`, { reason: HTML });
  await ok('POST', `/layers/us-east-1/x-${run}`, { arn: `arn:aws:lambda:us-east-1:000000000000:layer:x-${run}:1`, packageVersion: '1.0', requirementsTxt: `a==1\n${HTML}`, reason: HTML });
  await ok('PUT', `/layers/us-east-1/x-${run}/1/hold`, { reason: HTML });
  await ok('POST', `/builds/x-${run}`, { packageVersion: '1.0', requirementsTxt: `a==1\n${HTML}` });
  await ok('POST', `/builds/x-${run}`, { packageVersion: '1.1', requirementsTxt: `a==2\n${HTML}x` });
  await ok('POST', '/userdata/apps', { name: app, quotaBytes: 10_000 });
  await ok('PUT', `/userdata/apps/${app}/users/${encodeURIComponent('x@example.com')}/json/k`, { html: HTML });
  return [
    ['', false], ['activity', false], [`deployments?project=text`, true], [`deployments/${deployment}`, true],
    [`aliases/${run}.example.net%2F`, true], [`tenants/${tenant}`, true], ['tenants', true], [`pool/accounts/${account}`, true],
    [`layers/x-${run}`, false], [`layers/x-${run}?tab=builds`, true], [`userdata/users/x@example.com?app=${app}&key=k`, true], [`activity?subject=${tenant}`, false],
    [`aliases?domain=${encodeURIComponent(HTML)}`, true], [`resolve?url=${encodeURIComponent(HTML)}`, false],
    [`activity?subject=${encodeURIComponent(HTML)}`, false], [`tenants/${encodeURIComponent(HTML)}`, true],
    ['local?tab=tables&table=backplane-dev-TenantTable', false],
  ];
}

test('stored text is never HTML', async () => {
  const { page, faults } = admin;
  for (const [view, shown] of await store(page)) {
    await visit(page, view);
    if (shown) {
      await page.getByText('<img src=x').first().waitFor({ timeout: 10_000 });
    }
    assert.equal(await page.locator('img[src="x"], img[onerror]').count(), 0, view);
  }
  // The ids in some addresses are invalid, and the service says so.
  assert.deepEqual(faults.filter(fault => !/40[04]/.test(fault)), []);
});
