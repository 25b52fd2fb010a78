import { Lexer, type Token, type Tokens } from 'marked';

/** Deeper parts are shown as the text they are written as. The server refuses texts that are nested this deeply. */
export const MAX_NESTING = 30;

/** Whether a link leads to a page or a mailbox, and nowhere that a browser would run something. */
export const isSafeLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(href) && URL.canParse(href);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The characters that stand for markup, as they are read. Other entities stay as they are written. */
export const plain = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!);

/** Parses a text; null where the parser gives up. */
export function blocksOf(text: string): Token[] | null {
  try {
    return Lexer.lex(text, { gfm: true });
  } catch {
    return null;
  }
}

/** Returns the level of each heading, from 2 on without gaps, whatever the author began with. */
export function headingLevels(blocks: readonly Token[]): ReadonlyMap<Token, 2 | 3 | 4 | 5 | 6> {
  const open: number[] = [];
  const levels = new Map<Token, 2 | 3 | 4 | 5 | 6>();
  for (const block of blocks) {
    if (block.type !== 'heading') continue;
    const { depth } = block as Tokens.Heading;
    while (open.length > 0 && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    levels.set(block, Math.min(open.length + 1, 6) as 2);
  }
  return levels;
}
