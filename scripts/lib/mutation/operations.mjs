// What a mutation can take away or change. A target is a declaration's name (see declarations.mjs), `find` a pattern (see pattern.mjs);
// each must match exactly one node. Nothing is compared as text but what stands inside of string literals.
import ts from 'typescript';
import { MutationError } from './errors.mjs';
import { findCode, findProperty, restOf } from './pattern.mjs';
import { descendants, enclosing, needsParentheses, parseCode } from './syntax.mjs';
import { changeText, fragmentPattern } from './text.mjs';

const LOGICAL = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];

const textOf = (node) => node.getText();
const covering = (node, code) => ({ start: node.getStart(), end: node.end, code });
const notApplicable = (find, what) => new MutationError('not-applicable', `\`${find}\` is ${what}`);

function isStatement(node) {
  return ts.isStatement(node) && !ts.isBlock(node);
}

/** Whether a statement stands in a list of statements, and is not the only one of an `if` or a loop. */
const isListed = ({ parent }) => ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);

function statementAround(node, scope, find) {
  const statement = enclosing(node, scope, isStatement);
  if (!statement) throw notApplicable(find, 'in no statement');
  return statement;
}

const withoutStatement = (statement) => covering(statement, isListed(statement) ? '' : '{}');

/** An element of a list without it and one comma. */
function withoutElement(list, node) {
  const at = list.indexOf(node);
  if (at > 0) return { start: list[at - 1].end, end: node.end, code: '' };
  return { start: node.getStart(), end: list.length > 1 ? list[1].getStart() : list.end, code: '' };
}

/** What stands in the source for a `$name` of the replacement, in parentheses where it would mean something else there. */
function capturedText(place, captures, source) {
  const name = restOf(place) ?? (ts.isIdentifier(place) ? place.text : '');
  if (!name.startsWith('$')) return null;
  const nodes = captures.get(name);
  if (!nodes) throw new MutationError('invalid-code', `the pattern captures no ${name}`);
  if (nodes.length === 0) return '';
  const text = source.text.slice(nodes[0].getStart(), nodes.at(-1).end);
  const isWrapped = restOf(place) === null && ts.isExpression(nodes[0]) && needsParentheses(nodes[0], place);
  return isWrapped ? `(${text})` : text;
}

/** The replacement's text with what its `$names` captured, in parentheses where it would mean something else in place of `node`. */
function filledIn(code, { node, captures }) {
  const { expression, statements } = parseCode(code);
  const root = expression ?? statements[0].parent;
  const [start, end] = expression ? [root.getStart(), root.end] : [statements[0].getStart(), statements.at(-1).end];
  const whole = root.getSourceFile().text;
  let filled = '';
  let from = start;
  for (const place of descendants(root)) {
    const text = place.getStart() < from ? null : capturedText(place, captures, node.getSourceFile());
    if (text === null) continue;
    filled += whole.slice(from, place.getStart()) + text;
    from = place.end;
  }
  filled += whole.slice(from, end);
  if (ts.isStatement(node) && !/[;}]$/.test(filled)) return `${filled};`;
  if (!expression || !ts.isExpression(node)) return filled;
  const [outermost] = captures.get(textOf(expression)) ?? [expression];
  return needsParentheses(outermost, node) ? `(${filled})` : filled;
}

const operation = (name, target, change) => ({ operation: name, target, change });

/** Takes away the innermost statement that contains the match. */
export const removeStatement = (target, find) =>
  operation('removeStatement', target, (scope) => withoutStatement(statementAround(findCode(scope, find).node, scope, find)));

/** Takes away the `if` whose condition or first branch contains the match; its `else` stays. */
export const removeIf = (target, find) =>
  operation('removeIf', target, (scope) => {
    const { node } = findCode(scope, find);
    const isInElse = ({ elseStatement }) => elseStatement && elseStatement.pos <= node.pos && node.end <= elseStatement.end;
    const found = enclosing(node, scope, (at) => ts.isIfStatement(at) && !isInElse(at));
    if (!found) throw notApplicable(find, 'in no if');
    const { parent, elseStatement } = found;
    if (elseStatement) return covering(found, textOf(elseStatement));
    const isElse = ts.isIfStatement(parent) && parent.elseStatement === found;
    return isElse ? { start: parent.thenStatement.end, end: found.end, code: '' } : withoutStatement(found);
  });

/** Takes away the operand of `&&`, `||` or `??` that contains the match. */
export const removeOperand = (target, find) =>
  operation('removeOperand', target, (scope) => {
    const isOperand = (at) => ts.isBinaryExpression(at.parent) && LOGICAL.includes(at.parent.operatorToken.kind);
    const operand = enclosing(findCode(scope, find).node, scope, isOperand);
    if (!operand) throw notApplicable(find, 'no operand of &&, || or ??');
    const { left, right } = operand.parent;
    return covering(operand.parent, textOf(operand === left ? right : left));
  });

/** Puts other code in place of the match, which is an expression or a statement. */
export const replace = (target, find, code) =>
  operation('replace', target, (scope) => {
    const match = findCode(scope, find);
    return covering(match.node, filledIn(code, match));
  });

/** Puts a statement before the one that contains the match. */
export const insertBefore = (target, find, code) =>
  operation('insertBefore', target, (scope) => {
    const statement = statementAround(findCode(scope, find).node, scope, find);
    const text = textOf(statement);
    return covering(statement, isListed(statement) ? `${code}\n${text}` : `{ ${code} ${text} }`);
  });

/** Puts a statement after the one that contains the match. */
export const insertAfter = (target, find, code) =>
  operation('insertAfter', target, (scope) => {
    const statement = statementAround(findCode(scope, find).node, scope, find);
    const text = textOf(statement);
    return covering(statement, isListed(statement) ? `${text}\n${code}` : `{ ${text} ${code} }`);
  });

/** Takes away the argument or array element that the pattern matches. */
export const removeElement = (target, find) =>
  operation('removeElement', target, (scope) => {
    const { node } = findCode(scope, find);
    const list = node.parent.elements ?? node.parent.arguments;
    if (!list?.includes(node)) throw notApplicable(find, 'neither an argument nor an element');
    return withoutElement(list, node);
  });

/** Takes away a property of an object literal, by its name or as `name: value` or `...spread`. */
export const removeProperty = (target, property) =>
  operation('removeProperty', target, (scope) => {
    const { node } = findProperty(scope, property);
    return withoutElement(node.parent.properties, node);
  });

/** Gives a property of an object literal another value. */
export const setProperty = (target, property, code) =>
  operation('setProperty', target, (scope) => {
    const { node, captures } = findProperty(scope, property);
    if (ts.isPropertyAssignment(node)) return covering(node.initializer, filledIn(code, { node: node.initializer, captures }));
    if (ts.isShorthandPropertyAssignment(node)) return covering(node, `${textOf(node)}: ${code}`);
    throw notApplicable(property, 'no property with a value');
  });

/** Gives the target itself, a constant, a variable or a field, another first value. */
export const setValue = (target, code) =>
  operation('setValue', target, (scope) => {
    if (!scope.initializer) throw notApplicable(target, 'not declared with a value');
    return covering(scope.initializer, filledIn(code, { node: scope.initializer, captures: new Map() }));
  });

const nameOf = ({ expression }) => textOf(ts.isCallExpression(expression) ? expression.expression : expression);

/** The one decorator of that name of a declaration itself, not of what it holds. */
function decoratorOf(declaration, name) {
  const decorators = ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
  const found = decorators.filter((decorator) => nameOf(decorator) === name);
  if (found.length === 1) return found[0];
  const there = decorators.length === 0 ? 'it has none' : `it has ${decorators.map(textOf).join(' ')}`;
  const code = found.length === 0 ? 'match-missing' : 'match-ambiguous';
  throw new MutationError(code, `@${name} stands ${found.length} times: ${there}`);
}

/** Takes away the decorator of that name of the target itself. */
export const removeDecorator = (target, name) => operation('removeDecorator', target, (scope) => covering(decoratorOf(scope, name), ''));

/** Puts a decorator in place of the one of the same name of the target itself. */
export const setDecorator = (target, code) =>
  operation('setDecorator', target, (scope) => {
    const [decorator] = parseCode(`@${code} class {}`).expression.modifiers;
    return covering(decoratorOf(scope, nameOf(decorator)), `@${code}`);
  });

/** Changes a fragment inside of a string, a template, a regular expression or JSX: SQL, for one. White space is compared loosely. */
export const editText = (target, fragment, to) => operation('editText', target, (scope) => changeText(scope, fragment, to));

/**
 * Changes a fragment of a file that is no program text: YAML, a shell script. The only operation that depends on how a file is laid out.
 */
export const editFile = (path, fragment, to) => ({
  operation: 'editFile',
  target: path,
  changeFile: (text) => {
    const found = [...text.matchAll(fragmentPattern(fragment))];
    if (found.length !== 1) {
      const code = found.length === 0 ? 'match-missing' : 'match-ambiguous';
      throw new MutationError(code, `"${fragment}" stands ${found.length} times in ${path}`);
    }
    return { start: found[0].index, end: found[0].index + found[0][0].length, code: to };
  },
});
