// Refuses SQL outside the files for SQL, file names without a role, files over 300 lines, lines over 140 columns, texts of the web app
// outside its catalogues (frontend/locales), and sides in style sheets that do not turn with the direction of the text. What was there
// before these rules is listed in structure-debt.json, which only shrinks: `node scripts/check-structure.mjs --cut` takes off what is done,
// `--list` shows what is left.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { hasRole, isLongFile, longLines, misplacedSql, needsRole } from './lib/structure-rules.mjs';
import { physicalSides, textsInSource } from './lib/text-rules.mjs';

const DEBT = join(root, 'scripts/lib/structure-debt.json');
const SOURCES = ['backend/src', 'frontend/src', 'sandbox/src'];
const TREES = [...SOURCES, 'backend/test', 'bench', 'scripts'];
/** A migration that was applied is not changed any more. */
const MIGRATION = /\/migrations\//;
/** Written by a script and not committed, such as the types of the messages. */
const GENERATED = /[.]gen[.]ts$/;

const sourcesIn = (tree) =>
  filesBelow(tree).filter((path) => /[.](m?ts|tsx|mjs)$/.test(path) && !MIGRATION.test(path) && !GENERATED.test(path));
const textOf = (path) => readFileSync(join(root, path), 'utf8');

const sources = SOURCES.flatMap(sourcesIn).map((path) => ({ path, text: textOf(path) }));
const backend = sources.filter(({ path }) => path.startsWith('backend/src/'));
const named = backend.filter(({ path }) => needsRole(path));

const sql = backend.flatMap(({ path, text }) => {
  const lines = misplacedSql(path, text);
  return lines.length > 0 ? [{ path, lines }] : [];
});
const texts = sources.flatMap(({ path, text }) => {
  const found = textsInSource(path, text);
  return found.length > 0 ? [{ path, found }] : [];
});
const sides = filesBelow('frontend/src')
  .filter((path) => path.endsWith('.css'))
  .flatMap((path) => physicalSides(textOf(path)).map((side) => `${path}:${side}: write it as inline-start or inline-end`));
const found = {
  sql: sql.map(({ path }) => path),
  longFiles: sources.filter(({ path, text }) => isLongFile(path, text)).map(({ path }) => path),
  longLines: Object.fromEntries(
    TREES.map((tree) => [tree, sourcesIn(tree).reduce((sum, path) => sum + longLines(textOf(path)).length, 0)]),
  ),
  filesWithoutRole: named.filter(({ path }) => !hasRole(path)).length,
  texts: Object.fromEntries(texts.map(({ path, found }) => [path, found.length])),
};
let debt = JSON.parse(readFileSync(DEBT, 'utf8'));

if (process.argv.includes('--list')) {
  for (const { path, lines } of sql) process.stdout.write(lines.map((line) => `${path}:${line}\n`).join(''));
  for (const path of TREES.flatMap(sourcesIn))
    for (const line of longLines(textOf(path))) process.stdout.write(`${path}:${line}: a long line\n`);
  for (const { path } of named.filter(({ path: name }) => !hasRole(name))) process.stdout.write(`${path}: no role in its name\n`);
  for (const { path, found } of texts) process.stdout.write(found.map((text) => `${path}:${text}\n`).join(''));
  const goal = Math.floor(named.length / 4);
  process.stdout.write(`${found.filesWithoutRole} of ${named.length} files have no role in their names, the goal is ${goal}\n`);
}
if (process.argv.includes('--cut')) {
  const lesser = (one, other) => Math.min(one, other ?? one);
  const cut = {
    sql: debt.sql.filter((path) => found.sql.includes(path)),
    longFiles: debt.longFiles.filter((path) => found.longFiles.includes(path)),
    longLines: Object.fromEntries(TREES.map((tree) => [tree, lesser(found.longLines[tree], debt.longLines[tree])])),
    filesWithoutRole: lesser(found.filesWithoutRole, debt.filesWithoutRole),
    texts: Object.fromEntries(
      Object.entries(debt.texts).flatMap(([path, count]) => (found.texts[path] ? [[path, Math.min(count, found.texts[path])]] : [])),
    ),
  };
  writeFileSync(DEBT, `${JSON.stringify(cut, null, 2)}\n`);
  debt = cut;
}

const added = (list, known, why) => list.filter((path) => !known.includes(path)).map((path) => `${path}: ${why}`);
const stale = (list, known) => known.filter((path) => !list.includes(path)).map((path) => `${path}: done; take it off the list with --cut`);
const more = (count, limit, what) => (count > limit ? [`${count} ${what}, ${limit} are allowed`] : []);
const problems = [
  ...added(found.sql, debt.sql, 'SQL belongs in x.repository.ts, x.query.ts or x.sql.ts'),
  ...added(found.longFiles, debt.longFiles, 'more than 300 lines'),
  ...stale(found.sql, debt.sql),
  ...stale(found.longFiles, debt.longFiles),
  ...TREES.flatMap((tree) => more(found.longLines[tree], debt.longLines[tree], `lines over 140 columns in ${tree}`)),
  ...sides,
  ...Object.entries(found.texts).flatMap(([path, count]) => more(count, debt.texts[path] ?? 0, `texts outside the catalogues in ${path}`)),
  ...more(found.filesWithoutRole, debt.filesWithoutRole, 'file names in backend/src say no role, such as x.service.ts'),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n--list shows each\n`);
  process.exitCode = 1;
}
