// Texts inside a source: string literals, templates, regular expressions and JSX. A formatter leaves what they hold as it is, except for
// the quotes.
import ts from 'typescript';
import { MutationError, nearest } from './errors.mjs';
import { descendants, excerpt } from './syntax.mjs';

const isText = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node) || ts.isJsxText(node);

/** A text's content and how a changed one is written. */
function readText(node) {
  if (ts.isStringLiteral(node)) {
    return { node, content: node.text, write: (content) => JSON.stringify(content) };
  }
  const raw = node.getText();
  if (ts.isJsxText(node) || ts.isRegularExpressionLiteral(node)) return { node, content: raw, write: (content) => content };
  return { node, content: raw.slice(1, -1), write: (content) => `\`${content}\`` };
}

/** A fragment as a pattern: any run of white space is like any other. */
export function fragmentPattern(fragment) {
  const words = fragment.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'g');
}

/** The one place of a fragment in the texts at or below `scope`, as the change that puts `to` there. */
export function changeText(scope, fragment, to) {
  const texts = [...descendants(scope)].filter(isText).map(readText);
  const pattern = fragmentPattern(fragment);
  const found = texts.flatMap((text) => [...text.content.matchAll(pattern)].map((match) => ({ text, match })));
  if (found.length > 1) throw new MutationError('match-ambiguous', `"${fragment}" stands ${found.length} times in the texts there`);
  if (found.length === 0) {
    const alike = nearest(fragment, texts, ({ content }) => content).map(({ node }) => excerpt(node));
    throw new MutationError('match-missing', `"${fragment}" stands in no text there`, alike);
  }
  const [{ text, match }] = found;
  const content = text.content.slice(0, match.index) + to + text.content.slice(match.index + match[0].length);
  return { start: text.node.getStart(), end: text.node.end, code: text.write(content) };
}
