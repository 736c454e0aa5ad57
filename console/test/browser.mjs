// Starts Debian's chromium, signs people in, and records whatever a page must not do.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

export const url = process.env.BACKPLANE_URL ?? 'http://127.0.0.1:4510';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export const launch = () => chromium.launch({ executablePath, headless: true, args: FLAGS });

/** Opens a page whose faults are collected: errors on the console, failed requests, and requests to other origins. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const faults = [];
  const origin = new URL(options.origin ?? url).origin;
  page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(`console: ${message.text()}`));
  page.on('pageerror', error => faults.push(`error: ${error.message}`));
  page.on('requestfailed', request => request.failure()?.errorText !== 'net::ERR_ABORTED' && faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', response => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`));
  page.on('request', request => !/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin && faults.push(`left the origin: ${request.url()}`));
  page.on('dialog', dialog => {
    faults.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults, context };
}

export async function signIn(page, person) {
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: person }).click();
  await page.locator('.frame').waitFor();
}

/** Opens a view and waits until it shows its data. */
export async function visit(page, view) {
  await page.goto(`${url}/#/${view}`);
  await settled(page);
}

/** Waits until nothing is loading. */
export async function settled(page) {
  await page.locator('main h1').waitFor();
  await page.waitForFunction(() => !document.querySelector('.loading'));
}

/** Returns what axe-core finds, as lines that name the rule and the element. */
export async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations: found } = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`));
  });
}

/** Calls the API with the token of the page. */
export async function api(page, method, path, body, headers = {}) {
  const result = await page.evaluate(async ([verb, where, content, more]) => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('backplane.session'));
    const answer = await fetch(where, {
      method: verb,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...more },
      body: content === undefined ? undefined : JSON.stringify(content),
    });
    return { status: answer.status, text: await answer.text() };
  }, [method, path, body, headers]);
  return { status: result.status, body: result.text ? JSON.parse(result.text) : undefined };
}

export async function loadSample(page) {
  await visit(page, '');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.locator('.toast', { hasText: 'The sample data is loaded' }).waitFor({ timeout: 120_000 });
}
