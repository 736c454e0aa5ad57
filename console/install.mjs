// Installs the versions of the lock files and generates the client of the API, unless that is done already.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const client = new URL('../client/typescript/', folder);
const descriptions = new URL('../docs/openapi/backplane.yaml', folder);

const isOlder = (file, source) => !existsSync(file) || statSync(file).mtimeMs < statSync(source).mtimeMs;

function npm(cwd, ...options) {
  const { status } = spawnSync('npm', [...options, '--no-audit', '--no-fund', '--silent'],
    { cwd: cwd.pathname, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

const built = new URL('dist/index.js', client);
if (isOlder(built, new URL('package-lock.json', client)) || isOlder(built, descriptions)) {
  npm(client, 'ci');
}
if (isOlder(new URL('node_modules/.package-lock.json', folder), new URL('package-lock.json', folder))) {
  npm(folder, 'ci', '--ignore-scripts');
}
