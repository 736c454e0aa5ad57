import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, launch, open, settled, signIn, visit } from './browser.mjs';

let browser;
let admin;
const run = Date.now().toString(36);

before(async () => {
  browser = await launch();
  admin = await open(browser);
  await signIn(admin.page, 'admin@example.com');
});

after(() => browser?.close());

const dialog = page => page.getByRole('dialog');
const toast = (page, text) => page.locator('.toast', { hasText: text }).waitFor();
const confirm = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click();

async function finished(page, id) {
  await api(page, 'POST', '/deployments', { id, project: 'stories' });
  for (const body of [{ status: 'CREATE_IN_PROGRESS', cloudFormationStack: id }, { status: 'CREATE_COMPLETE' },
    { status: 'FINISHED', deploymentAlias: `${id}.preview.example.org` }]) {
    const { status } = await api(page, 'PUT', `/deployments/${id}/status`, body);
    assert.equal(status, 200);
  }
}

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page, locator) {
  for (let presses = 0; presses < 80; presses++) {
    if (await locator.evaluate(element => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail('the element cannot be reached with the keyboard');
}

test('sign-in returns to the view that was opened, and sign-out ends the session', async () => {
  const { page, faults, context } = await open(browser);
  await page.goto(`${new URL(admin.page.url()).origin}/#/deployments?project=storefront`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'viewer@example.com' }).click();
  await page.getByRole('heading', { name: 'Deployments of storefront' }).waitFor();
  assert.ok(!page.url().includes('code='));
  await page.reload();
  await page.getByRole('heading', { name: 'Deployments of storefront' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem('backplane.session')), null);
  assert.deepEqual(faults, []);
  await context.close();
});

test('an alias is rolled back with the keyboard, and the rollback is undone', async () => {
  const { page, faults } = admin;
  const [one, two, host] = [`one-${run}`, `two-${run}`, `${run}.example.org`];
  await finished(page, one);
  await finished(page, two);
  await api(page, 'POST', '/aliases', { alias: host, target: one });
  await api(page, 'POST', '/aliases', { alias: host, target: two, override: true });
  await visit(page, `aliases/${host}%2F`);
  await tabTo(page, page.getByRole('button', { name: 'Roll back' }));
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await tabTo(page, dialog(page).getByLabel('Reason'));
  await page.keyboard.type('The cart is empty');
  await page.keyboard.press('Enter');
  await toast(page, `Rolled back to ${one}`);
  await page.locator('.timeline').getByText('The cart is empty').first().waitFor();
  assert.equal((await api(page, 'GET', `/aliases/${host}`)).body.deployment, one);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone');
  assert.equal((await api(page, 'GET', `/aliases/${host}`)).body.deployment, two);
  assert.deepEqual(faults.splice(0), []);
});

test('a person claims a lease with the keyboard, gets credentials and returns it', async () => {
  const { page } = admin;
  const account = String(300_000_000_000 + (Date.now() % 100_000_000_000));
  await api(page, 'POST', '/pool/accounts', { accountId: account });
  await api(page, 'PUT', `/pool/accounts/${account}/status`, { status: 'available' });
  await api(page, 'POST', '/pool/users', { userId: 'anna@example.com' });
  const left = (await api(page, 'GET', '/pool/users/anna@example.com')).body.lease;
  if (left) {
    await api(page, 'DELETE', `/pool/leases/${left.leaseId}`);
  }
  const anna = await open(browser);
  await signIn(anna.page, 'anna@example.com');
  await visit(anna.page, 'pool');
  await tabTo(anna.page, anna.page.getByRole('button', { name: 'Claim an account' }));
  await anna.page.keyboard.press('Enter');
  await dialog(anna.page).waitFor();
  await anna.page.keyboard.press('Enter');
  const credentials = anna.page.getByRole('button', { name: 'Get credentials' });
  await credentials.waitFor();
  await credentials.click();
  await dialog(anna.page).getByText('Secret access key').waitFor();
  await dialog(anna.page).getByText(/^ASIA/).first().waitFor();
  await dialog(anna.page).getByRole('button', { name: 'Close' }).click();
  await anna.page.getByText(/^ASIA/).first().waitFor({ state: 'detached' });
  const { leaseId } = (await api(anna.page, 'GET', '/pool/users/anna@example.com')).body.lease;
  await anna.page.getByRole('button', { name: 'Return' }).click();
  await dialog(anna.page).getByLabel('Reason').fill('Done with the workshop');
  await confirm(anna.page, 'Return');
  await anna.page.getByText('You have no lease').waitFor();
  assert.deepEqual(anna.faults, []);
  await anna.context.close();
  await visit(page, `pool/leases/${leaseId}`);
  await page.getByText('Lease ended').first().waitFor({ timeout: 20_000 });
  await page.getByText('Done with the workshop').first().waitFor();
  assert.deepEqual(admin.faults.splice(0), []);
});

test('a tenant is provisioned and watched to its end', async () => {
  const { page, faults } = admin;
  await visit(page, 'tenants');
  await page.getByRole('button', { name: 'Register' }).click();
  await dialog(page).getByLabel('Id', { exact: true }).fill(`t-${run}`);
  await dialog(page).getByLabel('Name').fill('Story');
  await confirm(page, 'Register');
  await page.getByRole('link', { name: `t-${run}` }).click();
  await page.locator('h1 .status', { hasText: 'Ready' }).waitFor({ timeout: 30_000 });
  await page.locator('.graph .box.done', { hasText: 'DeployStack' }).waitFor({ timeout: 15_000 });
  await page.locator('.graph .box.done', { hasText: 'Done' }).waitFor();
  assert.equal((await api(page, 'GET', `/tenants/t-${run}`)).body.status, 'ready');
  assert.deepEqual(faults.splice(0), []);
});

test('a deleted tenant is retried with the keyboard', async () => {
  const { page, faults } = admin;
  await api(page, 'DELETE', `/tenants/t-${run}`);
  await visit(page, `tenants/t-${run}`);
  await page.locator('h1 .status', { hasText: 'Deleted' }).waitFor({ timeout: 30_000 });
  await tabTo(page, page.getByRole('button', { name: 'Retry' }));
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await tabTo(page, dialog(page).getByRole('button', { name: 'Retry' }));
  await page.keyboard.press('Enter');
  await page.locator('h1 .status', { hasText: 'Ready' }).waitFor({ timeout: 30_000 });
  assert.deepEqual(faults.splice(0), []);
});

test('a layer version is held and released', async () => {
  const { page, faults } = admin;
  const name = `story-${run}`;
  await api(page, 'POST', `/layers/us-east-1/${name}`, { arn: `arn:aws:lambda:us-east-1:000000000000:layer:${name}:1`, packageVersion: '1.0' });
  await visit(page, `layers/${name}`);
  await page.getByRole('button', { name: 'Hold version 1' }).click();
  await dialog(page).getByLabel('Reason').fill('Needed for the release');
  await confirm(page, 'Hold');
  await toast(page, 'The version is held');
  await page.getByRole('button', { name: 'Release version 1' }).click();
  await confirm(page, 'Release');
  await toast(page, 'The version is released');
  await page.getByRole('button', { name: 'Hold version 1' }).waitFor();
  assert.deepEqual(faults.splice(0), []);
});

test('a stored value is shown and deleted', async () => {
  const { page, faults } = admin;
  const app = `story-${run}`;
  await api(page, 'POST', '/userdata/apps', { name: app, quotaBytes: 1000 });
  await api(page, 'PUT', `/userdata/apps/${app}/users/carla@example.com/json/note`, { text: 'remember the milk' });
  await visit(page, `userdata/users/carla@example.com?app=${app}`);
  await page.getByRole('button', { name: 'note', exact: true }).click();
  await page.locator('.json').getByText('remember the milk').waitFor();
  await page.getByRole('button', { name: 'Delete note' }).click();
  await confirm(page, 'Delete');
  await page.getByText('Nothing is stored here.').waitFor();
  assert.deepEqual(faults.splice(0), []);
});

test('a refusal names the fields and the code', async () => {
  const { page, faults } = admin;
  await visit(page, 'pool');
  await page.getByRole('button', { name: 'Add an account' }).click();
  await dialog(page).getByLabel('Account number').fill('12');
  await confirm(page, 'Add');
  await dialog(page).getByText('INVALID_REQUEST').waitFor();
  await dialog(page).locator('code', { hasText: 'accountId' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(faults.splice(0).filter(fault => !fault.includes('400')).length, 0);
});

test('ids are found across services, and views and actions are commands', async () => {
  const { page, faults } = admin;
  await visit(page, 'tenants');
  await page.keyboard.press('/');
  await page.keyboard.type(`t-${run}`);
  await page.getByRole('link', { name: `t-${run} Tenant` }).waitFor();
  faults.splice(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `t-${run}` }).waitFor();
  await page.getByRole('button', { name: 'Copy as curl' }).first().click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`curl[^]*/tenants/t-${run}`));
  await page.getByRole('button', { name: 'Copy as CLI' }).first().click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`^./backplane tenants show t-${run}`));
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await settled(page);
});
