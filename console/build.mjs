// Builds the console into site/. With --check, it fails if the committed files differ from what the source gives.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { operations } from './build/operations.mjs';
import { workflows } from './build/workflows.mjs';

const LIMIT_BYTES = 150 * 1024;
const check = process.argv.includes('--check');
const folder = new URL('.', import.meta.url);

/** Serves generated modules, so that no generated source is committed. */
const generated = {
  name: 'generated',
  setup(plugins) {
    const modules = { operations, workflows };
    plugins.onResolve({ filter: /^generated:/ }, ({ path }) => ({ path: path.slice(10), namespace: 'generated' }));
    plugins.onLoad({ filter: /.*/, namespace: 'generated' }, async ({ path }) => ({
      contents: JSON.stringify(await modules[path]()),
      loader: 'json',
    }));
  },
};

const result = await build({
  absWorkingDir: folder.pathname,
  entryPoints: { console: 'src/app.tsx' },
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  outdir: 'site',
  write: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [generated],
});

let compressed = 0;
const stale = [];
for (const file of result.outputFiles) {
  compressed += gzipSync(file.contents, { level: 9 }).length;
  const current = await readFile(file.path).catch(() => undefined);
  if (current && Buffer.compare(current, file.contents) === 0) {
    continue;
  }
  stale.push(file.path.slice(folder.pathname.length));
  if (!check) {
    await writeFile(file.path, file.contents);
  }
}
console.log(`console: ${(compressed / 1024).toFixed(1)} KB compressed`);
if (compressed > LIMIT_BYTES) {
  console.error(`The bundle is larger than ${LIMIT_BYTES / 1024} KB.`);
  process.exitCode = 1;
}
if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run npm run build in console/ and commit the result.`);
  process.exitCode = 1;
}
