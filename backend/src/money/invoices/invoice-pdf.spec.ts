import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { languages } from '../../platform/domain/index.js';
import { calculate, seal } from './calculation.rules.js';
import { invoicePdf } from './invoice-pdf.writer.js';
import type { InvoiceDetail } from './invoice-reader.repository.js';

const calculation = calculate('subscription', 1, { fee: '50', membership: 'trade club' });
const invoice: InvoiceDetail = {
  id: '0199a000-0000-7000-8000-000000000000',
  userId: '0199a000-0000-7000-8000-000000000001',
  fullName: 'Ann Walker',
  kind: 'subscription',
  status: 'issued',
  number: 'TM-2026-000123',
  total: '50.000000000000000000',
  outstanding: '50',
  issuedAt: new Date('2026-11-26T12:00:00Z'),
  dueAt: new Date('2026-12-10T12:00:00Z'),
  paidAt: null,
  voidedAt: null,
  creditNote: null,
  language: 'en',
  recipient: { name: 'Ann Walker', country: 'Nigeria' },
  lines: [{ line: 1, amount: '50.000000000000000000', calculation, sha256: seal(calculation).sha256 }],
};
const sum = async (changes: Partial<InvoiceDetail>) =>
  createHash('sha256')
    .update(await invoicePdf({ ...invoice, ...changes }))
    .digest('hex');

describe('the PDF of an invoice', () => {
  it.each(languages)('is the same bytes each time, whatever happened since, in %s', async (language) => {
    const first = await sum({ language });
    expect((await invoicePdf({ ...invoice, language })).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await sum({ language })).toBe(first);
    expect(await sum({ language, status: 'paid', paidAt: new Date(), outstanding: '0', fullName: 'Another Name', creditNote: null })).toBe(
      first,
    );
  });

  it('differs by language, number, recipient and amount', async () => {
    const others = [
      await sum({}),
      await sum({ language: 'es' }),
      await sum({ language: 'ar' }),
      await sum({ number: 'TM-2026-000124' }),
      await sum({ recipient: null }),
      await sum({ total: '51' }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});
