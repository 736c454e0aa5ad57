import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { api, launch, loadSample, open, settled, signIn, violations, visit } from './browser.mjs';
import { ownViews, views } from './pages.mjs';

// The list routes; without a limit, they return 25 items at most, so a view must say what it shows.
const LISTS = /^\/(activity|deployments|aliases|alias-history|promotions|tenants|tenants\/[^/]+\/runs|pool\/leases|pool\/templates|pool\/account-details|builds(\/[^/]+)?|builds\/latest|layers\/[^/]+(\/[^/]+)?|userdata\/apps|userdata\/apps\/[^/]+\/users)$/;
const shots = process.env.SCREENSHOTS;
let browser;
let admin;
let filled;

before(async () => {
  browser = await launch();
  admin = await open(browser);
  await signIn(admin.page, 'admin@example.com');
  await loadSample(admin.page);
  // What exists already is refused, and the browser reports each refusal.
  admin.faults.length = 0;
  const { body: leases } = await api(admin.page, 'GET', '/pool/leases');
  const tenant = async () => (await api(admin.page, 'GET', '/tenants/acme')).body;
  while ((await tenant()).status !== 'ready') {
    await admin.page.waitForTimeout(200);
  }
  const { metadata } = await tenant();
  filled = view => view.replace(':version', metadata.version).replace(':lease', leases.items[0].leaseId);
});

after(() => browser?.close());

for (const view of views) {
  test(`#/${view} opens without faults and is accessible, in light and dark mode`, async () => {
    const { page, faults } = admin;
    await visit(page, filled(view));
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await violations(page), []);
    }
    assert.deepEqual(faults.splice(0), []);
    await page.emulateMedia({ colorScheme: 'light' });
  });
}

test('no request of a view grows with the data', async () => {
  const { page } = admin;
  const requests = [];
  const record = request => requests.push(new URL(request.url()));
  page.on('request', record);
  for (const view of views) {
    requests.length = 0;
    await visit(page, filled(view));
    assert.ok(requests.length < 60, `#/${view} sends ${requests.length} requests`);
    const lists = requests.filter(({ pathname }) => LISTS.test(pathname));
    assert.deepEqual(lists.filter(({ searchParams }) => !(Number(searchParams.get('limit')) <= 100)).map(String), [], view);
  }
  page.off('request', record);
});

test('every view fits a phone', async () => {
  const { page, faults } = admin;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const view of views) {
    await visit(page, filled(view));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `#/${view} is ${overflow} px too wide`);
  }
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.deepEqual(faults.splice(0), []);
});

test('screenshots', { skip: !shots }, async () => {
  const { page } = admin;
  await mkdir(shots, { recursive: true });
  for (const [colorScheme, width] of [['light', 1440], ['dark', 390]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
    for (const view of views) {
      await visit(page, filled(view));
      await page.screenshot({ path: `${shots}/${(view || 'home').replaceAll(/[^a-z0-9]+/gi, '-')}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
});

test('a person without groups sees what is theirs, and what they miss', async () => {
  const { page, faults, context } = await open(browser);
  await signIn(page, 'anna@example.com');
  for (const view of ownViews) {
    await visit(page, view);
    assert.deepEqual(await violations(page), [], view);
  }
  assert.deepEqual(faults, []);
  await visit(page, 'deployments');
  const register = page.getByRole('button', { name: 'Register' });
  assert.equal(await register.getAttribute('aria-disabled'), 'true');
  assert.match(await register.getAttribute('title'), /backplane\/deployments\.write/);
  await settled(page);
  assert.equal(await page.getByText('backplane/deployments.read').count(), 1);
  await context.close();
});
