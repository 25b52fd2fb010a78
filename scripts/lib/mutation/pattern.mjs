// Patterns: short pieces of code that are compared with a source as trees, so that quotes, line breaks, parentheses, trailing commas and
// types do not matter. `_` stands for any one node, `$name` for any one node that the replacement may use, `..._` and `...$name` for any
// number of them in a list.
import ts from 'typescript';
import { MutationError, nearest } from './errors.mjs';
import { childrenOf, descendants, excerpt, isWrapper, parseCode, parseProperty, unwrapped } from './syntax.mjs';

const isWildcardName = (name) => name === '_' || name.startsWith('$');

function wildcardOf(node) {
  if (ts.isIdentifier(node) && isWildcardName(node.text)) return node.text;
  if (ts.isExpressionStatement(node)) return wildcardOf(node.expression);
  return ts.isParameter(node) && !node.dotDotDotToken ? wildcardOf(node.name) : null;
}

/** `..._` of arguments, elements, properties, parameters and, as `{..._}`, of JSX children. */
export function restOf(node) {
  const isSpread = ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || (ts.isJsxExpression(node) && node.dotDotDotToken);
  if (isSpread) return wildcardOf(node.expression);
  return ts.isParameter(node) && node.dotDotDotToken ? wildcardOf(node.name) : null;
}

const isBlank = (node) => ts.isJsxText(node) && node.containsOnlyTriviaWhiteSpaces;
const isType = (node) => ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node);
const compared = (node) => childrenOf(node).filter((child) => !isBlank(child) && !isType(child));

function detailOf(node) {
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return node.text;
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isLiteralExpression(node)) return node.text;
  if (ts.isJsxText(node)) return node.text.replaceAll(/\s+/g, ' ').trim();
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return node.operator;
  return ts.isVariableDeclarationList(node) ? node.flags & ts.NodeFlags.BlockScoped : null;
}

const isPropertyName = (node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

function sameKind(pattern, node) {
  if (pattern.kind === node.kind) return true;
  return [ts.isStringLiteralLike, isPropertyName].some((isAlike) => isAlike(pattern) && isAlike(node));
}

const textOf = (nodes) => nodes.map((node) => node.getText()).join(', ');

/** Notes what a wildcard stands for; false where the same name stands for something else already. */
function capture(captures, name, nodes) {
  if (name === '_') return true;
  const known = captures.get(name);
  if (!known) captures.set(name, nodes);
  return !known || textOf(known) === textOf(nodes);
}

function matchLists(patterns, nodes, captures) {
  if (patterns.length === 0) return nodes.length === 0;
  const [first, ...rest] = patterns;
  const name = restOf(first);
  if (name === null) return nodes.length > 0 && matchNode(first, nodes[0], captures) && matchLists(rest, nodes.slice(1), captures);
  for (let taken = nodes.length; taken >= 0; taken -= 1) {
    const tried = new Map(captures);
    if (!capture(tried, name, nodes.slice(0, taken)) || !matchLists(rest, nodes.slice(taken), tried)) continue;
    for (const [key, value] of tried) captures.set(key, value);
    return true;
  }
  return false;
}

function matchNode(patternNode, sourceNode, captures) {
  const pattern = unwrapped(patternNode);
  const wildcard = wildcardOf(pattern);
  if (wildcard !== null) return capture(captures, wildcard, [sourceNode]);
  const node = unwrapped(sourceNode);
  return sameKind(pattern, node) && detailOf(pattern) === detailOf(node) && matchLists(compared(pattern), compared(node), captures);
}

const isName = (node) => node.parent && node.parent.name === node;

/** What `pattern` matches at or below `scope`: each node with what its wildcards stand for. */
export function matchesIn(scope, pattern) {
  const wanted = unwrapped(pattern);
  const found = [];
  for (const node of descendants(scope)) {
    if (isWrapper(node) || (ts.isIdentifier(wanted) && isName(node))) continue;
    const captures = new Map();
    if (matchNode(wanted, node, captures)) found.push({ node, captures });
  }
  return found;
}

const patterns = new Map();

function compiled(code, compile) {
  const key = `${compile.name} ${code}`;
  if (!patterns.has(key)) patterns.set(key, compile(code));
  return patterns.get(key);
}

function compileCode(code) {
  const { expression, statements } = parseCode(code);
  if (!expression && statements.length !== 1) throw new MutationError('invalid-code', `"${code}" is more than one statement`);
  const pattern = unwrapped(expression ?? statements[0]);
  if (wildcardOf(pattern) !== null) throw new MutationError('invalid-code', `"${code}" matches everything`);
  return pattern;
}

function theOnly(found, scope, code, kind) {
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    const where = found.slice(0, 4).map(({ node }) => excerpt(node));
    throw new MutationError('match-ambiguous', `\`${code}\` matches ${found.length} times: ${where.join(' | ')}`);
  }
  const alike = [...descendants(scope)].filter((node) => node.kind === kind && !isWrapper(node));
  throw new MutationError('match-missing', `\`${code}\` matches nothing`, nearest(code, alike, (node) => node.getText()).map(excerpt));
}

/** The one node at or below `scope` that the code matches. */
export function findCode(scope, code) {
  const pattern = compiled(code, compileCode);
  return theOnly(matchesIn(scope, pattern), scope, code, pattern.kind);
}

const NAME = /^(?:[\w$]+|'[^']+'|"[^"]+")$/;

/** The one property of an object literal at or below `scope`: by its name alone, or as `name: value` or `...spread`. */
export function findProperty(scope, code) {
  const pattern = compiled(NAME.test(code) ? `${code}: _` : code, parseProperty);
  if (!NAME.test(code)) return theOnly(matchesIn(scope, pattern), scope, code, pattern.kind);
  const found = [...descendants(scope)].filter((node) => ts.isObjectLiteralElementLike(node) && node.name?.text === pattern.name.text);
  return theOnly(
    found.map((node) => ({ node, captures: new Map() })),
    scope,
    code,
    ts.SyntaxKind.PropertyAssignment,
  );
}
