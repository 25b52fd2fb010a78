import { describe, expect, it } from '@jest/globals';
import type { DayRates, StoredRate } from './fx.types.js';
import { ImplausibleRates, judgeRates } from './plausible-rates.rules.js';
import { parseReferenceRates } from './reference-rates.reader.js';

const day = (time: string, cubes: string) => `<Cube time='${time}'>${cubes}</Cube>`;
const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`;
const DOLLAR = cube('USD', '1.0855');
const envelope = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>${content}</Cube>
</gesmes:Envelope>`;

const read = (xml: string) =>
  parseReferenceRates(xml, (problem) => new Error(problem)).map(({ day: of, rates }) => ({ day: of, rates: Object.fromEntries(rates) }));

describe('the reader of reference rates', () => {
  it('reads one day, and many of them oldest first', () => {
    const today = day('2026-11-25', DOLLAR + cube('JPY', '162.40'));
    expect(read(envelope(today))).toEqual([{ day: '2026-11-25', rates: { USD: '1.0855', JPY: '162.40' } }]);
    expect(read(envelope(today + day('2026-11-24', DOLLAR))).map((one) => one.day)).toEqual(['2026-11-24', '2026-11-25']);
  });

  it.each([
    ['an empty text', '', 'no well-formed XML'],
    ['a page of a proxy', '<html><body>Sign in<br></body></html>', 'the root is no gesmes:Envelope'],
    ['a cut document', envelope(day('2026-11-25', DOLLAR)).slice(0, -30), 'no well-formed XML'],
    [
      'another vocabulary',
      envelope(day('2026-11-25', DOLLAR)).replace('xmlns="http://www.ecb.int', 'xmlns="http://rates.example'),
      'no day',
    ],
    ['a document type', envelope(day('2026-11-25', DOLLAR)).replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), 'a document type'],
    ['no day', envelope(''), 'no day'],
    ['a day that is none', envelope(day('2026-02-30', DOLLAR)), 'the time of a day is no date'],
    ['a day in words', envelope(day('today', DOLLAR)), 'the time of a day is no date'],
    ['the same day twice', envelope(day('2026-11-25', DOLLAR).repeat(2)), 'a day is there twice'],
    ['no dollar', envelope(day('2026-11-25', cube('JPY', '162.4'))), 'a day has no USD'],
    ['a rate of zero', envelope(day('2026-11-25', cube('USD', '0.0000'))), 'the rate of USD is no positive number'],
    ['a negative rate', envelope(day('2026-11-25', cube('USD', '-1.1'))), 'the rate of USD is no positive number'],
    ['an exponent', envelope(day('2026-11-25', cube('USD', '1e0'))), 'the rate of USD is no positive number'],
    ['a rate that is not available', envelope(day('2026-11-25', DOLLAR + cube('ISK', 'N/A'))), 'the rate of ISK is no positive number'],
    ['no rate', envelope(day('2026-11-25', "<Cube currency='USD'/>")), 'the rate of USD is no positive number'],
    ['a currency twice', envelope(day('2026-11-25', DOLLAR + DOLLAR)), 'USD is there twice in a day'],
    ['a currency without a code', envelope(day('2026-11-25', DOLLAR + cube('dollar', '1'))), 'a currency has no code'],
    ['the euro in euros', envelope(day('2026-11-25', DOLLAR + cube('EUR', '1'))), 'a currency has no code'],
    ['a rate outside a day', envelope('').replace('European Central Bank', DOLLAR), 'a rate outside a day'],
    [
      'more days than it has use for',
      envelope(Array.from({ length: 101 }, () => day('2026-11-25', DOLLAR)).join('')),
      'more than 100 days',
    ],
  ])('refuses %s', (_, xml, problem) => {
    expect(() => read(xml)).toThrow(problem);
  });
});

describe('the judgement of what was read', () => {
  const rates = (of: string, pairs: Record<string, string>): DayRates => ({ day: of, rates: new Map(Object.entries(pairs)) });
  const stored = (of: string, pairs: Record<string, string>) =>
    new Map(Object.entries(pairs).map(([currency, rate]): [string, StoredRate] => [currency, { day: of, rate }]));
  const judge = (document: DayRates[], { last = new Map<string, StoredRate>(), newestDay = null as string | null } = {}) => {
    const { days, leftOut } = judgeRates(document, { today: '2026-11-26', newestDay, last });
    return { days: days.map((one) => ({ day: one.day, ...Object.fromEntries(one.rates) })), leftOut };
  };

  it('takes days that are not stored yet', () => {
    const document = [rates('2026-11-24', { USD: '1.08' }), rates('2026-11-25', { USD: '1.09' })];
    expect(judge(document).days).toEqual([
      { day: '2026-11-24', USD: '1.08' },
      { day: '2026-11-25', USD: '1.09' },
    ]);
    expect(judge(document, { newestDay: '2026-11-24' }).days).toEqual([{ day: '2026-11-25', USD: '1.09' }]);
    expect(judge(document, { newestDay: '2026-11-25' }).days).toEqual([]);
  });

  it('refuses a document from the future, whatever else it has', () => {
    const document = [rates('2026-11-25', { USD: '1.08' }), rates('2026-11-27', { USD: '1.08' })];
    expect(() => judge(document)).toThrow(ImplausibleRates);
    expect(judge([rates('2026-11-26', { USD: '1.08' })]).days).toHaveLength(1);
  });

  it('refuses a document in which the dollar changed by more than a fifth', () => {
    const last = stored('2026-11-24', { USD: '1.00' });
    for (const rate of ['1.2001', '0.7999']) expect(() => judge([rates('2026-11-25', { USD: rate })], { last })).toThrow(ImplausibleRates);
    for (const rate of ['1.20', '0.80']) expect(judge([rates('2026-11-25', { USD: rate })], { last }).days).toHaveLength(1);
  });

  it('leaves out a currency that changed by more than a fifth, until its last known rate is too old to compare with', () => {
    const last = stored('2026-11-18', { USD: '1.08', TRY: '40' });
    const document = [rates('2026-11-25', { USD: '1.09', TRY: '49' }), rates('2026-11-26', { USD: '1.09', TRY: '49' })];
    expect(judge(document, { last, newestDay: '2026-11-18' })).toEqual({
      days: [
        { day: '2026-11-25', USD: '1.09' },
        { day: '2026-11-26', USD: '1.09', TRY: '49' },
      ],
      leftOut: [{ day: '2026-11-25', currency: 'TRY' }],
    });
  });

  it('compares days of one document with each other', () => {
    const document = [rates('2026-11-24', { USD: '1.08', TRY: '40' }), rates('2026-11-25', { USD: '1.08', TRY: '80' })];
    expect(judge(document).leftOut).toEqual([{ day: '2026-11-25', currency: 'TRY' }]);
  });
});
