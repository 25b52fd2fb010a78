import bidiFactory from 'bidi-js';

/** A part of a line in one font, in the order from left to right. */
export interface TextRun {
  text: string;
  isArabic: boolean;
}

const bidi = bidiFactory();
/** Letters, marks and punctuation. The font has nothing else, not even a space. */
const ARABIC = /\p{Script_Extensions=Arabic}/u;
const PLAIN = /^[^\u0590-\u08ff\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]*$/;
/** Direct the text around them and are not printed: isolates, marks, joiners. */
const CONTROLS = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

interface Part extends TextRun {
  level: number;
}

/**
 * Splits a line into runs of one font and direction, in their order on paper (UAX 9, rule L2). The text of an Arabic run, a word, is in
 * reading order: the font engine shapes and turns it.
 */
export function visualRuns(line: string, direction: 'ltr' | 'rtl'): TextRun[] {
  if (direction === 'ltr' && PLAIN.test(line)) return line === '' ? [] : [{ text: line, isArabic: false }];
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const parts: Part[] = [];
  let at = 0;
  for (const character of line) {
    const level = levels[at]!;
    at += character.length;
    if (character.replaceAll(CONTROLS, '') === '') continue;
    const isTurned = level % 2 === 1;
    const isArabic = ARABIC.test(character);
    const text = isTurned ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const last = parts.at(-1);
    if (last?.level === level && last.isArabic === isArabic) last.text += text;
    else parts.push({ text, isArabic, level });
  }
  return reordered(parts).map(({ text, isArabic, level }) => ({
    text: level % 2 === 1 && !isArabic ? [...text].toReversed().join('') : text,
    isArabic,
  }));
}

/** Turns each stretch of a level and above, from the highest to the lowest odd one. */
function reordered(parts: Part[]): Part[] {
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  let order = parts;
  for (let level = highest; level >= 1; level--) {
    const turned: Part[] = [];
    let stretch: Part[] = [];
    for (const part of order) {
      if (part.level >= level) stretch.push(part);
      else {
        turned.push(...stretch.toReversed(), part);
        stretch = [];
      }
    }
    order = [...turned, ...stretch.toReversed()];
  }
  return order;
}

/** Breaks a text at its spaces into lines of at most `width`, as `widthOf` measures. A word that is wider has a line of its own. */
export function brokenLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}

/** Cuts a text to `width`, with an ellipsis where something is missing. */
export function fitted(text: string, width: number, widthOf: (line: string) => number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}
