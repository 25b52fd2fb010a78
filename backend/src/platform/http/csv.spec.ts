import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvHeader, csvLines, harmless, type CsvColumn } from './csv.js';

interface Row {
  name: string | null;
  amount: string;
  at: Date;
}
const columns: CsvColumn<Row>[] = [
  { header: 'Time (UTC)', kind: 'time', of: (row) => row.at },
  { header: 'Coin', kind: 'text', of: (row) => row.name },
  { header: 'Amount', kind: 'figure', of: (row) => row.amount },
];
const at = new Date('2026-11-20T14:05:06.007Z');
const line = (name: string | null, amount: string) => csvLines(columns, [{ name, amount, at }]);

/** Reads what RFC 4180 describes, and nothing more. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text;
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
  it('names its columns and ends its lines as the format wants it', () => {
    expect(csvHeader(columns)).toBe('Time (UTC),Coin,Amount\r\n');
    expect(line('BTC', '0.00012345')).toBe('2026-11-20T14:05:06.007Z,BTC,0.00012345\r\n');
    expect(line(null, '1')).toBe('2026-11-20T14:05:06.007Z,,1\r\n');
  });

  it('quotes what would break a line apart', () => {
    expect(line('a,"b"\r\nc', '1')).toBe('2026-11-20T14:05:06.007Z,"a,""b""\r\nc",1\r\n');
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=cmd',
    '\uff1d1',
    '\uff0b1',
    '\uff0d1',
    '\uff201',
    '=HYPERLINK("http://x","y")',
    "-2+3+cmd|' /C calc'!A0",
  ])('lets no text begin a formula: %j', (name) => {
    expect(parsed(harmless(name))[0]![0]).toBe(`'${name}`);
  });

  it('leaves a negative figure a figure, and makes a text of anything else in its place', () => {
    expect(line('BTC', '-0.5')).toMatch(/,-0\.5\r\n$/);
    expect(line('BTC', '-1E-7')).toMatch(/,-1E-7\r\n$/);
    expect(line('BTC', '-1+cmd')).toMatch(/,'-1\+cmd\r\n$/);
    expect(line('BTC', '1,5')).toMatch(/,"1,5"\r\n$/);
  });

  it('is read back by anybody as it was, but for the mark before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 5 }), (names) => {
        const rows = parsed(
          csvLines(
            columns,
            names.map((name) => ({ name, amount: '1.50', at })),
          ),
        );
        expect(rows).toHaveLength(names.length);
        rows.forEach((row, n) => {
          expect(row).toHaveLength(3);
          expect([names[n], `'${names[n]}`]).toContain(row[1]);
          expect(row[1]).not.toMatch(/^\s*[=+\-@\t\r\n]/);
        });
      }),
    );
  });
});
