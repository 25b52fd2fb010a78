import { Lexer, type Token, type Tokens } from 'marked';

/** Levels of quotes, lists and emphasis. */
export const MAX_NESTING = 12;
/** Characters `*`, `_` and `~` between two empty lines: each may open emphasis, and a parser tries them against each other. */
const MAX_MARKS = 300;
/** Columns that a line may be indented, which nests lists. */
const MAX_INDENT = 40;
const WORDS_A_MINUTE = 200;

/** The quote and list marks that a line begins with. */
const openings = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const marksOf = (line: string) => openings.exec(line)![0].replaceAll(/[^->*+.)]/g, '').length;

/** Whether a link leads to a page or a mailbox, and nowhere that a browser would run something. The pages use the same rule. */
export const isSafeLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(href) && URL.canParse(href);

const NESTED = `The text can have up to ${MAX_NESTING} levels of quotes, lists and emphasis`;

/**
 * Returns what a text may not have, null where all is well. Text that would take a parser long is refused before it is parsed. HTML is no
 * problem: it is shown as text.
 */
export function markdownProblem(text: string): string | null {
  const lines = text.split('\n');
  if (lines.some((line) => !/^[ \t]*[-*_](?:[ \t]*[-*_])*[ \t]*$/.test(line) && marksOf(line) > MAX_NESTING)) return NESTED;
  if (lines.some((line) => /^[ \t]*/.exec(line)![0].length > MAX_INDENT)) return `A line can be indented by up to ${MAX_INDENT} spaces`;
  if (text.split(/\n[ \t]*\n/).some((block) => block.replaceAll(/[^*_~]/g, '').length > MAX_MARKS))
    return `A paragraph can have up to ${MAX_MARKS} emphasis marks`;
  return treeProblem(Lexer.lex(text, { gfm: true }));
}

/** Iterative: the author controls the depth. */
function treeProblem(tokens: readonly Token[]): string | null {
  const open = tokens.map((token) => ({ token, depth: 1 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_NESTING * 2) return NESTED;
    if (token.type === 'image') return 'Pictures are not supported yet. Remove the text that begins with ![';
    if ((token.type === 'link' || token.type === 'def') && !isSafeLink((token as Tokens.Link).href))
      return 'A link must begin with https://, http:// or mailto:';
    open.push(...childrenOf(token).map((inner) => ({ token: inner, depth: depth + 1 })));
  }
  return null;
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap((cell) => cell.tokens);
  }
  return ('tokens' in token && token.tokens) || [];
}

/** Counts the words of a text: runs with a letter or digit between blanks. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Minutes that reading takes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
