import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './root.mjs';

const BUILT = join(root, 'dist/backend/src');
const LOCALES = join(root, 'dist/backend/locales');
/** As deep as what it is made of: addresses relative to a file of it stay right. */
const BUNDLE = join(root, 'dist/backend/bundle');

/** Loaded before every program: chunks are evaluated in an order of the bundler's, and Nest's decorators need it. */
const METADATA = 'reflect-metadata';
/** Imported by a script, and no program itself. */
const LIBRARY = 'run';
const ENTRIES = {
  main: 'main.js',
  worker: 'worker.js',
  migrate: 'migrate.js',
  demo: 'demo.js',
  cli: 'cli.js',
  // Started by club/files/process-pool.client.ts, which looks for them beside itself.
  'image-decoder.process': 'club/files/image-decoder.process.js',
  'pdf-renderer.process': 'club/files/pdf-renderer.process.js',
  [LIBRARY]: 'operations/cli/run.js',
};

/** Left where npm put them: native code, packages that read files of their own, and what is loaded on demand by a few. */
const OUTSIDE = [
  /^sharp$/,
  /^@hyzyla\/pdfium$/,
  /^@node-rs\/argon2$/,
  /^ccxt/,
  /^@aws-sdk\//,
  /^pdfkit$/,
  /^@fastify\/static$/,
  /^swagger-ui-dist$/,
];
/** What other packages can do without, and do: they ask for it in a `try`. */
const ABSENT = [
  /^@nestjs\/(microservices|platform-express|platform-socket\.io)/,
  /^@fastify\/view$/,
  /^class-(transformer|validator)/,
  /^@mikro-orm\/(seeder|entity-generator|reflection|better-sqlite|sqlite|libsql|mysql|mariadb|mssql|mongodb|oracledb|cli)/,
  /^(pg-native|bufferutil|utf-8-validate|ts-morph|drizzle-orm|iovalkey|redis)$/,
  /^@valkey\//,
];

/**
 * prom-client loads OpenTelemetry's API for exemplars, of which there are none here. Our own traces load it when they are asked for (ADR
 * 14).
 */
const WITHOUT_EXEMPLARS = {
  name: 'without-exemplars',
  resolveId: (id, importer) => (id === '@opentelemetry/api' && importer?.includes('prom-client') ? '\0no-exemplars' : null),
  load: (id) => (id === '\0no-exemplars' ? 'export {};' : null),
};

const builtin = new Set(builtinModules);
const isOutside = (id) => id.startsWith('node:') || builtin.has(id) || [...OUTSIDE, ...ABSENT].some((pattern) => pattern.test(id));

/** V8 keeps a text with one wide character at two bytes a character, and the bundle stays in memory as long as the process. */
const narrow = (code) => code.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A start compiles what it ran through last time from what was kept of it, where the folder can be written or came with the image. */
const entry = (name) => `import { enableCompileCache } from 'node:module';

enableCompileCache(\`\${import.meta.dirname}/../compiled\`);
await import('./${METADATA}.start.mjs');
${name === LIBRARY ? 'export const { run } =' : ''} await import('./${name}.start.mjs');
`;

/** Puts the built back end and its packages into a few files: finding and linking four thousand modules is most of a start. */
export async function bundle() {
  // Not every builder copies the catalogues that its modules import.
  cpSync(join(root, 'backend/locales'), LOCALES, { recursive: true });
  const making = `${BUNDLE}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const made = await rolldown({
    input: { [METADATA]: METADATA, ...Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(BUILT, file)])) },
    platform: 'node',
    external: isOutside,
    plugins: [WITHOUT_EXEMPLARS],
    onLog: (level, log, otherwise) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (level === 'warn' && !['EVAL', 'CIRCULAR_DEPENDENCY'].includes(log.code)) otherwise(level, log);
    },
  });
  // Class names are names of entities, providers and errors.
  await made.write({
    dir: making,
    format: 'esm',
    keepNames: true,
    comments: false,
    entryFileNames: '[name].start.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await made.close();
  for (const name of readdirSync(making)) {
    const file = join(making, name);
    writeFileSync(file, narrow(readFileSync(file, 'utf8')));
  }
  for (const name of Object.keys(ENTRIES)) writeFileSync(join(making, `${name}.mjs`), entry(name));
  for (const old of [BUNDLE, join(BUNDLE, '../compiled')]) rmSync(old, { recursive: true, force: true });
  renameSync(making, BUNDLE);
}
