import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_NAME } from './display-name.rules.js';
import { possibleNames, withMentions, withPresentNames } from './mention.rules.js';

const members = ['Sea', 'Sea Wolf', 'Ñandú', 'J. Doe', '海の狼'].map((displayName) => ({ userId: `id of ${displayName}`, displayName }));
const mentioned = (text: string) => withMentions(text, members).mentions.map(({ name }) => name);
const cut = (text: string, start: number, length: number) =>
  Array.from(text)
    .slice(start, start + length)
    .join('');

describe('a mention', () => {
  it.each([
    ['@Sea Wolf, look', ['Sea Wolf']],
    ['@Sea wolves', ['Sea']],
    ['@Seaside', []],
    ['as @sea WOLF and @Ñandú said.', ['Sea Wolf', 'Ñandú']],
    ['(@J. Doe)', ['J. Doe']],
    ['@J. Doe.', ['J. Doe']],
    ['@海の狼 です', ['海の狼']],
    ['to sea@sea.example', []],
    ['@', []],
    ['@ Sea', []],
    ['@@Sea', ['Sea']],
    ['@Sea@Sea Wolf', ['Sea']],
    ['@Sea\nWolf', ['Sea']],
    ['@Nobody', []],
    ['😀 @Sea', ['Sea']],
    ['@N\u0303andu\u0301', ['Ñandú']],
  ])('in %j', (text, names) => {
    expect(mentioned(text)).toEqual(names);
  });

  it('is written as its member writes the name, and found by its code points', () => {
    const { text, mentions } = withMentions('😀 @sea wolf and @N\u0303andu\u0301!', members);
    expect(text).toBe('😀 @Sea Wolf and @Ñandú!');
    expect(mentions.map(({ start, length }) => cut(text, start, length))).toEqual(['@Sea Wolf', '@Ñandú']);
  });

  it('shows the present name, and none of an account that was deleted', () => {
    const stored = withMentions('@Sea Wolf and @Sea: yes, @Sea Wolf', members);
    const shown = withPresentNames(
      stored.text,
      stored.mentions.map((mention) => (mention.name === 'Sea' ? { ...mention, userId: null, name: null } : { ...mention, name: 'Otter' })),
    );
    expect(shown.text).toBe('@Otter and @…: yes, @Otter');
    expect(shown.mentions.map(({ start, length }) => cut(shown.text, start, length))).toEqual(['@Otter', '@…', '@Otter']);
  });

  const pieces = fc.oneof(
    fc.constantFrom('@', ' ', '.', '\n', ',', '😀', 'a', ...members.map(({ displayName }) => displayName)),
    fc.string({ unit: 'grapheme' }),
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

  it('of any text stands where it says, in order, and leaves the rest of the text as it is', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        const { text, mentions } = withMentions(typed, members);
        let end = 0;
        for (const { start, length, name } of mentions) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(cut(text, start, length)).toBe(`@${name}`);
          end = start + length;
        }
        const folded = (any: string) => any.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();
        expect(folded(text)).toBe(folded(typed));
        expect(withPresentNames(text, mentions)).toEqual({ text, mentions });
      }),
    );
  });

  it('of any text is found again in what was stored', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        const first = withMentions(typed, members);
        expect(withMentions(first.text, members)).toEqual(first);
      }),
    );
  });

  it('is looked for in a bounded number of places, however long the text is', () => {
    const names = possibleNames(`@${'ab '.repeat(20)}`.repeat(200));
    expect(names.length).toBeLessThanOrEqual(50 * MAX_NAME);
    expect(Math.max(...names.map((name) => Array.from(name).length))).toBeLessThanOrEqual(MAX_NAME);
  });
});
