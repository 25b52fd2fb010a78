import { isProblem, parseChart, type ChartBlock } from './chart-block.rules.js';
import { Lexer, type Token, type Tokens } from 'marked';

/** Levels of quotes, lists and emphasis. */
export const MAX_NESTING = 12;
/** Characters `*`, `_` and `~` between two empty lines: each may open emphasis, and a parser tries them against each other. */
const MAX_MARKS = 300;
/** Columns that a line may be indented, which nests lists. */
const MAX_INDENT = 40;
const WORDS_A_MINUTE = 200;
export const MAX_PICTURES = 20;
export const MAX_CHARTS = 6;
/** Characters of what a picture shows. */
const MAX_DESCRIPTION = 300;
/** The address of an uploaded picture. The pages use the same rule. */
const PICTURE = /^picture:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

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

function treeProblem(tokens: readonly Token[]): string | null {
  let [pictures, charts] = [0, 0];
  for (const { token, parent, depth } of walk(tokens)) {
    if (depth > MAX_NESTING * 2) return NESTED;
    if (token.type === 'image') {
      const problem = pictureProblem(token as Tokens.Image, parent);
      if (problem !== null) return problem;
      if ((pictures += 1) > MAX_PICTURES) return `An analysis can have up to ${MAX_PICTURES} pictures`;
    }
    if (isChart(token)) {
      if ((charts += 1) > MAX_CHARTS) return `An analysis can have up to ${MAX_CHARTS} charts`;
      const chart = parseChart(token.text);
      if (isProblem(chart)) return `Chart ${charts}, line ${chart.line}: ${chart.message}`;
    }
    if ((token.type === 'link' || token.type === 'def') && !isSafeLink((token as Tokens.Link).href))
      return 'A link must begin with https://, http:// or mailto:';
  }
  return null;
}

function pictureProblem({ href, text }: Tokens.Image, parent: Token | null): string | null {
  if (!PICTURE.test(href)) return 'Pictures from elsewhere are not shown. Upload them with “Insert picture”';
  if (text.trim() === '') return 'Each picture needs a description between ![ and ]';
  if (text.length > MAX_DESCRIPTION) return `The description of a picture can have up to ${MAX_DESCRIPTION} characters`;
  return isPictureParagraph(parent) ? null : 'Each picture needs a paragraph of its own, without other text';
}

/** A paragraph of pictures alone, which becomes figures. */
const isPictureParagraph = (token: Token | null): boolean =>
  token?.type === 'paragraph' && (token as Tokens.Paragraph).tokens.every(({ type, raw }) => type === 'image' || raw.trim() === '');

export interface NamedPicture {
  id: string;
  description: string;
}

/** Returns the pictures of a checked text in order, each once. */
export function picturesIn(text: string): NamedPicture[] {
  // Most texts have none: they are not parsed.
  if (!text.includes('picture:')) return [];
  const found = new Map<string, NamedPicture>();
  for (const { token } of walk(Lexer.lex(text, { gfm: true }))) {
    const id = token.type === 'image' ? PICTURE.exec((token as Tokens.Image).href)?.[1] : undefined;
    if (id !== undefined && !found.has(id)) found.set(id, { id, description: (token as Tokens.Image).text });
  }
  return [...found.values()];
}

/** A fenced block with the word `chart` behind its fence. */
const isChart = (token: Token): token is Tokens.Code => token.type === 'code' && /^chart(?:\s|$)/.test((token as Tokens.Code).lang ?? '');

/** Returns the charts of a checked text in order. */
export function chartsIn(text: string): ChartBlock[] {
  if (!text.includes('chart')) return [];
  const charts = [...walk(Lexer.lex(text, { gfm: true }))].map(({ token }) => token).filter(isChart);
  return charts.map(({ text: source }) => parseChart(source)).filter((chart): chart is ChartBlock => !isProblem(chart));
}

interface Place {
  token: Token;
  /** Null: a block of the text itself. */
  parent: Token | null;
  depth: number;
}

/** Yields all tokens in the order of the text. Iterative: the author controls the depth. */
function* walk(tokens: readonly Token[]): Generator<Place> {
  const open: Place[] = tokens.map((token) => ({ token, parent: null, depth: 1 })).toReversed();
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    const { token, depth } = next;
    open.push(
      ...childrenOf(token)
        .map((inner) => ({ token: inner, parent: token, depth: depth + 1 }))
        .toReversed(),
    );
  }
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
