// Checks the types of the tests and runs them. The stories need BACKPLANE_URL and BACKPLANE_TOKEN.

import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const run = (...command) => {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
};
run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.test.json');
const names = process.env.BACKPLANE_URL ? ['retries', 'stories'] : ['retries'];
await build({
  entryPoints: names.map(name => `test/${name}.test.ts`),
  outdir: 'dist-test',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
});
run('--test', ...names.map(name => `dist-test/${name}.test.mjs`));
