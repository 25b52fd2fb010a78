/** Characters of a display name. */
export const MIN_NAME = 3;
export const MAX_NAME = 30;

/** Letters and digits of any script; blanks, points, hyphens and underscores between them. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u;

/** Letters and digits that look like another one, after lower case: the most common of Unicode's confusables. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  в: 'b',
  ь: 'b',
  β: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  ɡ: 'g',
  һ: 'h',
  н: 'h',
  к: 'k',
  κ: 'k',
  м: 'm',
  п: 'n',
  η: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  '0': 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  '5': 's',
  т: 't',
  τ: 't',
  υ: 'u',
  μ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  і: 'l',
  ι: 'l',
  ı: 'l',
  ӏ: 'l',
  ј: 'j',
  i: 'l',
  '1': 'l',
  '3': 'e',
};

/** Names that the club or its team could have. */
const reserved = ['admin', 'tidemark', 'support', 'moderator', 'official', 'helpdesk'];
const reservedWords = ['team', 'staff', 'mod', 'owner', 'root', 'system', 'deletedmember', 'member', 'help'];

/** Returns the name as it is stored: in Unicode's composed form, with single blanks. */
export const cleanName = (typed: string): string => typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');

/** Returns what two names have in common that people could take for each other. */
export function nameKey(name: string): string {
  const bare = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return Array.from(bare, (letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

export type NameProblem = 'length' | 'characters' | 'reserved';

/** Returns what is wrong with a name that `cleanName` returned; null: nothing. */
export function nameProblem(name: string): NameProblem | null {
  const length = Array.from(name).length;
  if (length < MIN_NAME || length > MAX_NAME) return 'length';
  const key = nameKey(name);
  if (!NAME.test(name) || Array.from(key).length < 2) return 'characters';
  const isReserved = reserved.some((word) => key.includes(nameKey(word))) || reservedWords.some((word) => key === nameKey(word));
  return isReserved ? 'reserved' : null;
}
