// What a source file must look like, beyond what the linter knows. Pure: a path and a text in, findings out; scripts/check-structure.mjs
// reads the files.
import ts from 'typescript';

export const MAX_COLUMNS = 140;
export const MAX_LINES = 300;

/** Roles that a file's name may end in, as in `payment.repository.ts` (CONTRIBUTING.md). */
const ROLES =
  'adapter|client|command|config|controller|decorator|dto|entities|entity|errors|filter|form|gateway|guard|handler|handlers|' +
  'input|interceptor|job|jobs|letters|loop|mapper|messages|metrics|middleware|module|patch|pipe|policy|port|predicates|' +
  'presenter|process|provider|query|reader|repository|rules|schema|seeder|server|service|settings|sql|store|strategy|types|' +
  'validator|writer';
const ROLE = new RegExp(`[.](${ROLES})[.]ts$`);

/** Files that need no role: programs, barrels, and migrations, which are named after their moment. */
const PROGRAM = /(^backend\/src\/[^/]+|\/index)[.]ts$|\/migrations\//;

const TEST = /[.](spec|int-spec|test)[.]tsx?$/;
const SQL_PLACE =
  /[.](repository|query|sql|entity|entities)[.]ts$|^backend\/src\/database[.]ts$|\/(common|platform)\/persistence\/|\/migrations\//;

const STATEMENT = /^\s*(select\s|insert\s+into\s|update\s+["\w]+\s+(\w+\s+)?set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+as\s)/;

/** Declares a package without types; named after it. */
const DECLARATION = /[.]d[.]ts$/;

export const needsRole = (path) => path.endsWith('.ts') && !DECLARATION.test(path) && !TEST.test(path) && !PROGRAM.test(path);
export const hasRole = (path) => ROLE.test(path);

/** Lines that are too long, from 1. */
export const longLines = (text) => text.split('\n').flatMap((line, at) => (line.length > MAX_COLUMNS ? [at + 1] : []));

export const isLongFile = (path, text) => !TEST.test(path) && text.trimEnd().split('\n').length > MAX_LINES;

/** Returns `line: what` of each SQL statement outside the files for SQL: text, the `sql` tag, or a call that runs text. */
export function misplacedSql(path, text) {
  if (TEST.test(path) || SQL_PLACE.test(path)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const what = sqlIn(node);
    if (what) found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sqlIn(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.arguments.length > 0)
    return node.expression.name.text === 'execute' ? '.execute() with a statement' : null;
  if (ts.isNewExpression(node)) return node.expression.getText() === 'PreparedStatement' ? 'a prepared statement' : null;
  if (ts.isTaggedTemplateExpression(node)) return /^sql\b/.test(node.tag.getText()) ? 'the sql tag' : null;
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
  // A ping reads no table.
  return isText && STATEMENT.test(node.text) && node.text !== 'select 1' ? 'text of a statement' : null;
}
