import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, open, signIn, url } from './browser.mjs';

const SITE = new URL('../site/', import.meta.url);
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', json: 'application/json' };
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

test('the first view is interactive within a second', async () => {
  const times = [];
  // The best of several: other work on the machine must not fail the test.
  while (times.length < 8 && !times.some(ms => ms < 1000)) {
    const { page, context } = await open(browser);
    await page.goto(`${url}/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  assert.ok(Math.min(...times) < 1000, `it took ${times.map(Math.round)} ms`);
});

test('the policy allows nothing inline and no other origin', async () => {
  const policy = (await fetch(`${url}/`)).headers.get('content-security-policy');
  assert.ok(policy.includes("default-src 'none'"));
  assert.ok(!policy.includes('unsafe'));
});

test('an expired session is renewed, and one that cannot be renewed asks to sign in', async () => {
  const { page, faults, context } = await open(browser);
  await signIn(page, 'viewer@example.com');
  const change = more => page.evaluate(values => {
    const session = JSON.parse(sessionStorage.getItem('backplane.session'));
    sessionStorage.setItem('backplane.session', JSON.stringify({ ...session, ...values }));
    return session.accessToken;
  }, more);
  const before = await change({ expiresAt: 0 });
  await page.reload();
  await page.locator('.frame').waitFor();
  assert.notEqual(await change({}), before);
  assert.deepEqual(faults, []);
  await change({ expiresAt: 0, refreshToken: 'unknown' });
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await context.close();
});

test('with another config.json, the console works for a suite at another address', async () => {
  const config = { ...(await (await fetch(`${url}/config.json`)).json()), apiUrl: url };
  const seen = [];
  // Stands for a second address: it serves the files and the configuration, and has none of the APIs.
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = path === '/' ? 'index.html' : path.slice(1);
    seen.push(path);
    try {
      const body = file === 'config.json' ? JSON.stringify(config) : await readFile(new URL(file, SITE));
      response.writeHead(200, { 'content-type': TYPES[file.split('.').pop()] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  const other = `http://127.0.0.1:${await new Promise(resolve => server.on('listening', () => resolve(server.address().port)))}`;
  const context = await browser.newContext();
  // The stage of this suite allows no other origin; the network answers for a stage that allows this one.
  await context.route(`${url}/**`, async route => {
    const answer = route.request().method() === 'OPTIONS' ? undefined : await route.fetch();
    await route.fulfill({
      ...(answer ? { response: answer } : { status: 204 }),
      headers: { ...answer?.headers(), 'access-control-allow-origin': other, 'access-control-allow-headers': 'authorization,content-type' },
    });
  });
  const page = await context.newPage();
  const token = await tokenOf('viewer@example.com');
  await page.addInitScript(([session]) => sessionStorage.setItem('backplane.session', session), [JSON.stringify({ ...token, issuer: config.issuer })]);
  await page.goto(`${other}/#/tenants`);
  await page.getByRole('heading', { name: 'All tenants' }).waitFor();
  await page.waitForFunction(() => !document.querySelector('.loading'));
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.ok(!seen.some(path => path.startsWith('/tenants')));
  await context.close();
  server.closeAllConnections();
  server.close();
});

async function tokenOf(person) {
  const { page, context } = await open(browser);
  await signIn(page, person);
  const session = await page.evaluate(() => JSON.parse(sessionStorage.getItem('backplane.session')));
  await context.close();
  return session;
}
