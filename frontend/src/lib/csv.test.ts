import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvText, type CsvCell } from './csv';

const lines = (...rows: CsvCell[][]) => csvText(['Day (UTC)', 'Result'], rows).split('\r\n');

/** Reads what RFC 4180 describes, and nothing more. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text.slice(1);
  while (rest !== '') {
    const [whole = '', inQuotes, plain, end = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(rest) ?? [];
    if (whole === '') throw new Error(`no field at ${rest.slice(0, 20)}`);
    rows.at(-1)!.push(inQuotes?.replaceAll('""', '"') ?? plain ?? '');
    rest = rest.slice(whole.length);
    if (end === '\r\n' && rest !== '') rows.push([]);
  }
  return rows;
}

describe('a CSV file', () => {
  it('begins with a byte order mark, names its columns, and leaves empty what is unknown', () => {
    expect(
      csvText(
        ['Day (UTC)', 'Result'],
        [
          ['2026-11-02', { figure: '-1240.5' }],
          ['2026-11-03', { figure: null }],
          [null, null],
        ],
      ),
    ).toBe('\ufeffDay (UTC),Result\r\n2026-11-02,-1240.5\r\n2026-11-03,\r\n,\r\n');
  });

  it('leaves a negative figure a figure, and makes a text of anything else in its place', () => {
    expect(lines(['a', { figure: '-0.5' }], ['b', { figure: '-1E-7' }], ['c', { figure: '-1+cmd' }], ['d', { figure: '1,5' }])).toEqual([
      '\ufeffDay (UTC),Result',
      'a,-0.5',
      'b,-1E-7',
      "c,'-1+cmd",
      'd,"1,5"',
      '',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\uff1d1', "-2+3+cmd|' /C calc'!A0"])(
    'lets no text begin a formula: %j',
    (text) => {
      expect(parsed(csvText([text], [[text]]))).toEqual([[`'${text}`], [`'${text}`]]);
    },
  );

  it('is read back as it was, but for the mark before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 5 }), (texts) => {
        const [, ...rows] = parsed(
          csvText(
            ['a', 'b'],
            texts.map((text) => [text, { figure: '1.50' }]),
          ),
        );
        expect(rows.map(([, figure]) => figure)).toEqual(texts.map(() => '1.50'));
        rows.forEach(([text], n) => {
          expect([texts[n], `'${texts[n]}`]).toContain(text);
          expect(text).not.toMatch(/^\s*[=+\-@\t\r\n]/);
        });
      }),
    );
  });
});
