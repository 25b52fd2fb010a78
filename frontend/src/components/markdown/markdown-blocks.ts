import { Lexer, type Token, type Tokens } from 'marked';

/** Deeper parts are shown as the text they are written as. The server refuses texts that are nested this deeply. */
export const MAX_NESTING = 30;

/** Whether a link leads to a page or a mailbox, and nowhere that a browser would run something. */
export const isSafeLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(href) && URL.canParse(href);

const PICTURE = /^picture:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The id of an uploaded picture; undefined for a picture from elsewhere, which is not shown. */
export const pictureId = (href: string): string | undefined => PICTURE.exec(href)?.[1];

/** The pictures of a paragraph that has nothing else; null for every other paragraph. */
export function onlyPictures(tokens: readonly Token[]): Tokens.Image[] | null {
  const pictures = tokens.filter((token): token is Tokens.Image => token.type === 'image');
  return pictures.length > 0 && tokens.every(({ type, raw }) => type === 'image' || raw.trim() === '') ? pictures : null;
}

/** Whether a block of code describes a chart. */
export const isChart = ({ lang }: Tokens.Code): boolean => /^chart(?:\s|$)/.test(lang ?? '');

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
