import type { SiteBlockWire } from '../../lib/wire/types';

const POINT = /^[-•*]\s+/;

/** Returns an answer as it is typed: paragraphs between empty lines, points of a list on lines that begin with a hyphen. */
export const textOf = (blocks: readonly SiteBlockWire[]): string =>
  blocks.map((block) => (typeof block === 'string' ? block : block.list.map((point) => `- ${point}`).join('\n'))).join('\n\n');

/** Reads what `textOf` writes. Lines of a paragraph are joined. */
export function blocksOf(text: string): SiteBlockWire[] {
  const blocks: SiteBlockWire[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const last = blocks.at(-1);
    if (line === '') isOpen = false;
    else if (POINT.test(line)) {
      const point = line.replace(POINT, '');
      if (isOpen && typeof last === 'object') last.list.push(point);
      else blocks.push({ list: [point] });
      isOpen = true;
    } else {
      if (isOpen && typeof last === 'string') blocks[blocks.length - 1] = `${last} ${line}`;
      else blocks.push(line);
      isOpen = true;
    }
  }
  return blocks;
}
