/**
 * Why a mutation cannot be applied. `code`: `target-missing`, `target-ambiguous`, `match-missing`, `match-ambiguous`, `not-applicable`,
 * `no-effect` or `invalid-code`.
 */
export class MutationError extends Error {
  constructor(code, message, candidates = []) {
    super(candidates.length === 0 ? message : `${message}; nearest: ${candidates.join(' | ')}`);
    this.name = 'MutationError';
    this.code = code;
  }
}

function bigrams(text) {
  const plain = text.replaceAll(/\s+/g, ' ').toLowerCase();
  return new Set(Array.from({ length: Math.max(plain.length - 1, 0) }, (_, i) => plain.slice(i, i + 2)));
}

/** Sørensen–Dice coefficient of the two texts' bigrams: 0 nothing in common, 1 the same. */
function similarity(one, other) {
  const [a, b] = [bigrams(one), bigrams(other)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / Math.max(a.size + b.size, 1);
}

/** The three items whose text resembles `wanted` most, best first. */
export function nearest(wanted, items, textOf = (item) => item) {
  return [...items]
    .map((item) => ({ item, score: similarity(wanted, textOf(item)) }))
    .filter(({ score }) => score > 0.3)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ item }) => item);
}
