import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ONE, scaled } from '../../platform/domain/scaled.js';
import { calculate, calculationFaults, seal, toCents, UnknownCalculation } from './calculation.rules.js';
import { invoiceNumbersMeant, numberOf, partsOf, series, yearOf } from './invoice-number.rules.js';
import { canMove, invoiceStatuses, isOpen, statusBy } from './invoice-status.rules.js';
import { faultsOf } from './invoice-verifier.service.js';
import { numberingFaults } from './numbering.rules.js';

describe('a calculation', () => {
  const made = calculate('subscription', 1, { fee: '50', membership: 'trade club' });

  it('is canonical JSON with inputs, version and result, and the SHA-256 of its bytes', () => {
    const { text, sha256 } = seal(made);
    expect(text).toBe('{"formula":"subscription","inputs":{"fee":"50","membership":"trade club"},"result":"50.00","version":1}');
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(seal(calculate('subscription', 1, { membership: 'trade club', fee: '50' }))).toEqual({ text, sha256 });
    expect(calculationFaults({ text, sha256 }, '50.000000000000000000')).toEqual([]);
  });

  it('is found changed, whatever was changed', () => {
    const sealed = seal(made);
    expect(calculationFaults(sealed, '49')).toEqual(['its amount is not the result 50.00']);
    expect(calculationFaults({ ...sealed, sha256: '0'.repeat(64) }, '50')).toEqual(['its calculation does not have its SHA-256']);
    expect(calculationFaults(seal({ ...made, result: '60.00' }), '60')).toEqual([
      'its calculation, made anew from its inputs, is another',
      'its amount is not the result 50.00',
    ]);
    expect(calculationFaults(seal({ ...made, version: 9 }), '50')).toEqual(['there is no formula subscription of version 9']);
    expect(calculationFaults(seal({ ...made, inputs: { fee: 'much', membership: 'trade club' } }), '50')).toEqual([
      'its inputs are none of its formula',
    ]);
    const spaced = { ...sealed, text: sealed.text.replace(':1}', ': 1}') };
    expect(calculationFaults(spaced, '50')).toContain('its calculation, made anew from its inputs, is another');
    expect(calculationFaults({ ...sealed, text: 'nothing' }, '50')).toContain('its text is no calculation');
  });

  it('knows its formulas only', () => {
    expect(() => calculate('toString', 1, {})).toThrow(UnknownCalculation);
  });

  it('rounds to cents, half to even', () => {
    expect(['0.005', '0.015', '0.0150001', '12', '0'].map(toCents)).toEqual(['0.00', '0.02', '0.02', '12.00', '0.00']);
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (value) => {
        const size = value < 0n ? -value : value;
        const text = `${value < 0n ? '-' : ''}${size / 1000n}.${String(size % 1000n).padStart(3, '0')}`;
        const off = (scaled(toCents(text)) - scaled(text)) * 200n;
        expect(off <= ONE && off >= -ONE).toBe(true);
      }),
    );
  });
});

describe('the state of an invoice', () => {
  const dueAt = new Date('2026-12-10T00:00:00Z');
  const at = (outstanding: bigint, now: string) => statusBy({ total: 50n, outstanding, dueAt, now: new Date(now) });

  it('is paid if and only if postings cover it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 0n, max: 200n }), fc.boolean(), (total, paid, late) => {
        const now = new Date(dueAt.getTime() + (late ? 1 : 0));
        expect(statusBy({ total, outstanding: total - paid, dueAt, now }) === 'paid').toBe(paid >= total);
      }),
    );
  });

  it('is overdue after the due date, not at it', () => {
    expect(at(50n, '2026-12-10T00:00:00.000Z')).toBe('issued');
    expect(at(50n, '2026-12-10T00:00:00.001Z')).toBe('overdue');
    expect(at(20n, '2026-12-09T00:00:00Z')).toBe('partially_paid');
    expect(at(20n, '2026-12-11T00:00:00Z')).toBe('overdue');
  });

  it('never leaves void, and never becomes a draft again', () => {
    for (const status of invoiceStatuses) {
      expect(canMove('void', status)).toBe(false);
      expect(canMove(status, 'draft')).toBe(false);
    }
    expect(canMove('draft', 'paid')).toBe(false);
    expect(canMove('paid', 'void')).toBe(false);
    expect(invoiceStatuses.filter(isOpen)).toEqual(['issued', 'partially_paid', 'overdue']);
  });
});

describe('numbers', () => {
  it('name series, UTC year and count', () => {
    expect(numberOf(series.invoice, 2026, 123)).toBe('TM-2026-000123');
    expect(numberOf(series.creditNote, 2026, 1_000_000)).toBe('TM-CN-2026-1000000');
    expect(yearOf(new Date('2026-12-31T23:59:59.999Z'))).toBe(2026);
    expect(() => numberOf(series.invoice, 2026, 0)).toThrow('count from 1');
    expect(partsOf('TM-2026-000123')).toEqual({ prefix: 'TM', year: 2026, count: 123 });
    expect(['TM-2026-000000', 'TM-2026-0000123', 'XX-2026-000123', 'TM-2026-123'].map(partsOf)).toEqual([null, null, null, null]);
  });

  it('have no gap, no double and no end beyond their counter', () => {
    const numbers = ['TM-2026-000001', 'TM-2026-000003', 'TM-2026-000003', 'TM-2026-000005', 'TM-2027-000001', 'mine'];
    expect(numberingFaults(numbers, [{ series: 'TM', year: 2026, last: 4 }])).toEqual([
      'TM-2026-000003 was given twice',
      'mine is no number of an invoice or credit note',
      'TM-2026-000002 is missing',
      'TM-2026-000004 is missing',
      'TM-2026-000005 is beyond the counter',
      'the numbers of TM 2027 have no counter',
    ]);
    expect(numberingFaults([], [{ series: 'TM', year: 2026, last: 100 }]).at(-1)).toBe('and 80 more of TM 2026');
    expect(numberingFaults(['TM-CN-2026-000001'], [{ series: 'TM-CN', year: 2026, last: 1 }])).toEqual([]);
  });
});

describe('a verified invoice', () => {
  const { text, sha256 } = seal(calculate('subscription', 1, { fee: '50', membership: 'trade club' }));
  const paid = {
    id: '1',
    number: 'TM-2026-000001',
    status: 'paid' as const,
    total: '50',
    lineCount: 1,
    outstanding: '0',
    posted: true,
    hasCreditNote: false,
    lines: [{ line: 1, amount: '50', text, sha256 }],
  };

  it('has postings that cover what is paid, and nothing else', () => {
    expect(faultsOf(paid)).toEqual([]);
    expect(faultsOf({ ...paid, outstanding: '0.01' })).toEqual(['0.01 of it is not covered by postings']);
    expect(faultsOf({ ...paid, status: 'overdue' })).toEqual(['its postings cover it']);
    expect(faultsOf({ ...paid, status: 'issued', outstanding: '40' })).toEqual(['a part of it is paid']);
    expect(faultsOf({ ...paid, status: 'overdue', outstanding: '-1' })).toEqual(['its postings exceed it']);
    expect(faultsOf({ ...paid, status: 'void' })).toEqual(['its credit note is missing']);
    expect(faultsOf({ ...paid, hasCreditNote: true })).toEqual(['a credit note voided it']);
    expect(faultsOf({ ...paid, posted: false })).toEqual(['its posting is missing']);
    expect(faultsOf({ ...paid, lines: [] })).toEqual(['it has 0 lines in place of 1', 'its lines do not make its total']);
  });
});

describe('the numbers that a search means', () => {
  it.each([
    ['tm-2026-000123', ['TM-2026-000123']],
    ['TM-2026-123', []],
    ['123', ['TM-2027-000123', 'TM-2026-000123', 'TM-2025-000123', 'TM-2024-000123', 'TM-2023-000123']],
    ['000', []],
    ['12a', []],
  ])('by %s are %p', (q, numbers) => {
    expect(invoiceNumbersMeant(q, new Date('2027-03-01T00:00:00Z'))).toEqual(numbers);
  });
});
