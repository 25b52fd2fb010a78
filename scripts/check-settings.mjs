// `.env.example` names every variable that the back end reads, and no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onPinnedNode } from './lib/node24.mjs';
import { prepareBuild } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

await onPinnedNode();
await prepareBuild('back end');
const { variables } = await import(pathToFileURL(join(root, 'dist/backend/src/platform/config/variables.schema.js')).href);

const read = Object.keys(variables);
const listed = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
const problems = [
  ...read.filter((name) => !listed.includes(name)).map((name) => `${name} is read, but .env.example does not list it`),
  ...listed.filter((name) => !read.includes(name)).map((name) => `.env.example lists ${name}, which nothing reads`),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
