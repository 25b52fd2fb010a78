// Texts that people read belong in the catalogues of frontend/locales, not in the sources. Pure: a path and a text in, findings out;
// scripts/check-structure.mjs and scripts/check-texts.mjs read the files.
import ts from 'typescript';

/** The console gets its catalogues when it is rebuilt on react-admin's own components; the theme has no texts. */
const PLACE = /^frontend\/src\/(?!admin\/|theme\/).*(?<![.]test)[.]tsx?$/;

/** Attributes and properties whose strings are shown or read aloud. */
const SHOWN = new RegExp(
  '^(title|label|alt|placeholder|help|intro|hint|caption|header|heading|summary|text|message|description|note|legend|' +
    'aria-(label|description|roledescription|valuetext))$',
);
const LETTERS = /\p{L}{2,}|\p{L}\s/u;
/** At least two words, and written like a sentence or a title. */
const SENTENCE = /^\p{Lu}[\p{L}'’-]*[\s,.:;].*\p{L}|\p{L}+ \p{L}+ \p{L}+/u;

const ID = /^[a-z][\w-]*(?:[.][\w-]+)+$/;

/** Returns `line: text` of each text for people in a module of the web app. */
export function textsInSource(path, source) {
  if (!PLACE.test(path)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = [];
  const visit = (node) => {
    if (isElsewhere(node)) return;
    const text = shownText(node);
    if (text !== null)
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Errors for developers, modules and types have texts that nobody is shown. */
const isElsewhere = (node) =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node) || isError(node);
const isError = (node) => ts.isNewExpression(node) && /^(\w*Error|RegExp|URL)$/.test(node.expression.getText());

function shownText(node) {
  if (ts.isJsxText(node)) return LETTERS.test(node.text) ? node.text : null;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return null;
  const text = ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
    : node.text;
  if (isId(node)) return null;
  return LETTERS.test(text.replaceAll('…', '')) && (isShown(node) || SENTENCE.test(text)) ? text : null;
}

/** Arguments of `t` and `Trans` are ids; a class name, a key, a property's name or a comparison is none that is shown. */
function isId(node) {
  const { parent } = node;
  if (ts.isStringLiteralLike(node) && ID.test(node.text)) return true;
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 't';
  if (ts.isJsxAttribute(parent))
    return /^(id|className|key|style|d|points|viewBox|accept|sizes|media|transform)$/.test(parent.name.getText());
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent)) return /^[=!]==?$/.test(parent.operatorToken.getText());
  return ts.isCaseClause(parent) || (ts.isElementAccessExpression(parent) && parent.argumentExpression === node);
}

/** True for the value of an attribute or a property that is shown, and for a child of an element, through conditions and `??`. */
function isShown(node) {
  const { parent } = node;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return SHOWN.test(parent.name.getText().replaceAll(/['"]/g, ''));
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? SHOWN.test(parent.parent.name.getText()) : true;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isBinaryExpression(parent))
    return parent.right === node && /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText()) && isShown(parent);
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) return isShown(parent);
  return false;
}

/** Ids of messages in a source: literals, and templates as [start, end] of what they may name. */
export function idsInSource(path, source, domains) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const named = new RegExp(`^(${domains.join('|')})[.]`);
  const ids = new Set();
  const templates = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) && named.test(node.text)) ids.add(node.text);
    if (ts.isTemplateExpression(node) && named.test(node.head.text)) templates.push(templatePattern(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { ids, templates };
}

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const templatePattern = ({ head, templateSpans }) =>
  new RegExp(`^${escape(head.text)}${templateSpans.map(({ literal }) => `[\\w-]+${escape(literal.text)}`).join('')}$`);

const SIDE = new RegExp(
  [
    '(?:margin|padding|border)-(?:left|right)[\\w-]*\\s*:',
    'border-(?:top|bottom)-(?:left|right)-radius\\s*:',
    '(?:left|right)\\s*:',
    '(?:float|clear|text-align)\\s*:\\s*(?:left|right)\\b',
  ]
    .map((pattern) => `(?<![\\w-])${pattern}`)
    .join('|'),
  'g',
);
/** `inset: top right bottom left`, with another value on the right than on the left. */
const VALUE = /[\w-]*\([^;]*?\)|[^\s;(]+/g;
const FOUR = new RegExp(`(?<![\\w-])(?:margin|padding|inset)\\s*:\\s*((?:${VALUE.source})(?:\\s+(?:${VALUE.source})){3})\\s*;`, 'g');

/** Returns `line: declaration` of each side in a style sheet that does not turn around with the direction of the text. */
export const physicalSides = (css) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, at) => {
      const fours = [...line.matchAll(FOUR)].filter(([, values]) => {
        const [, right, , left] = values.match(VALUE);
        return right !== left;
      });
      return [...line.matchAll(SIDE), ...fours].map(([declaration]) => `${at + 1}: ${declaration.trim()}`);
    });
