import ts from 'typescript';
import { MutationError } from './errors.mjs';

const KINDS = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, mts: ts.ScriptKind.TS, mjs: ts.ScriptKind.JS, js: ts.ScriptKind.JS };

export const extensions = Object.keys(KINDS);

/** Parses a file by syntax alone: no program, no type checker. */
export function parse(path, text) {
  return ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.ESNext }, true, KINDS[path.split('.').at(-1)]);
}

/** The first syntax error of a parsed file as a sentence, or null. */
export function syntaxError(source) {
  const [problem] = source.parseDiagnostics;
  if (!problem) return null;
  const { line } = source.getLineAndCharacterOfPosition(problem.start);
  return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`;
}

function parsed(text) {
  const source = ts.createSourceFile('code.tsx', text, { languageVersion: ts.ScriptTarget.ESNext }, true, ts.ScriptKind.TSX);
  return source.parseDiagnostics.length === 0 ? source : null;
}

/** A short piece of code as a node: an expression, or the statements of a function's body. */
export function parseCode(code) {
  const expression = parsed(`async () => (${code}\n)`)?.statements;
  const body = expression?.length === 1 ? expression[0].expression?.body : undefined;
  if (body && ts.isParenthesizedExpression(body) && !code.trim().endsWith(';')) return { expression: body.expression, statements: null };
  const statements = parsed(`async function* code() { ${code}\n}`)?.statements;
  if (statements?.length === 1) return { expression: null, statements: statements[0].body.statements };
  throw new MutationError('invalid-code', `"${code}" is neither an expression nor a statement`);
}

/** A property of an object literal as a node, `name: value` or `...spread`. */
export function parseProperty(code) {
  const { expression } = parseCode(`{ ${code} }`);
  if (!expression || !ts.isObjectLiteralExpression(expression) || expression.properties.length !== 1) {
    throw new MutationError('invalid-code', `"${code}" is not one property`);
  }
  return expression.properties[0];
}

/** What formatters add and types do not change: parentheses, `as`, `satisfies`, `!`, and a block around a single statement. */
export function isWrapper(node) {
  if (ts.isBlock(node)) {
    return node.statements.length === 1 && (ts.isIfStatement(node.parent) || ts.isIterationStatement(node.parent, false));
  }
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node);
}

export function unwrapped(node) {
  let inner = node;
  while (isWrapper(inner)) inner = ts.isBlock(inner) ? inner.statements[0] : inner.expression;
  return inner;
}

export function childrenOf(node) {
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** Every node below and including `node`, depth first. */
export function* descendants(node) {
  yield node;
  for (const child of childrenOf(node)) yield* descendants(child);
}

/** The nearest of a node and its ancestors that `isWanted`, up to and including `scope`. */
export function enclosing(node, scope, isWanted) {
  for (let at = node; at; at = at.parent) {
    if (isWanted(at)) return at;
    if (at === scope) return null;
  }
  return null;
}

export function lineOf(node) {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** A node's text on one line, shortened. */
export function excerpt(node) {
  const text = node.getText().replaceAll(/\s+/g, ' ');
  return `line ${lineOf(node)}: ${text.length > 90 ? `${text.slice(0, 90)}…` : text}`;
}

const SELF_CONTAINED = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.JsxElement,
  ts.SyntaxKind.JsxSelfClosingElement,
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
]);

/** Parents that take any expression below comma precedence without parentheses: for calls and `new`, as an argument. */
const OPEN_PARENTS = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.JsxExpression,
  ts.SyntaxKind.ParenthesizedExpression,
]);

/** Whether `expression` needs parentheses where `place` stands now. */
export function needsParentheses(expression, place) {
  const { parent } = place;
  if (ts.isObjectLiteralExpression(expression)) return ts.isArrowFunction(parent) || ts.isExpressionStatement(parent);
  if (SELF_CONTAINED.has(expression.kind)) return false;
  const isCallee = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === place;
  return isCallee || !OPEN_PARENTS.has(parent.kind);
}
