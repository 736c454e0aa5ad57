// Writes the operations that take an Idempotency-Key, which the generated code does not tell.

import { readFileSync, writeFileSync } from 'node:fs';

const sdk = readFileSync('src/generated/sdk.gen.ts', 'utf8');
const types = readFileSync('src/generated/types.gen.ts', 'utf8');
const operations = [];
for (const [, name, body] of types.matchAll(/^export type (\w+)Data = \{\n(.*?)^\};/gms)) {
  if (body.includes("'Idempotency-Key'?:")) {
    const url = body.match(/^ {4}url: '(.*)';$/m)[1];
    const method = sdk.match(new RegExp(`\\.(\\w+)<${name}Responses,`))[1];
    operations.push(`${method.toUpperCase()} ${url}`);
  }
}
if (operations.length === 0) {
  throw new Error('No operation takes an Idempotency-Key.');
}
writeFileSync(
  'src/generated/idempotent.gen.ts',
  `export const idempotent: ReadonlySet<string> = /* @__PURE__ */ new Set(${JSON.stringify(operations, null, 2)});\n`);
