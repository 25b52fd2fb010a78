import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { pdfContentSum, pdfTexts } from '../../../test/support/pdf-text.js';
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
  period: null,
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
  seller: null,
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

  it.each([
    ['en', '995f8f811fd35d7dbdb72ad8367a9c1a27f54a0a02cdf56d4a5bf88b5e8235a7'],
    ['es', '8287b99cd3c04a3e6ccb91444ef54eeb905e6978c460daa0a9d5d5822477809c'],
    ['ar', '12e0d0c93d00f3164b3612430d4fd737c0f1adee91bdf0417c2159f3ef07fe10'],
  ] as const)('has not changed since the first invoices were issued, in %s', async (language, content) => {
    expect(pdfContentSum(await invoicePdf({ ...invoice, language }))).toBe(content);
  });

  it('names the seller with address and tax number, as it was when the invoice was issued', async () => {
    const seller = { name: 'Tidemark Club Ltd', address: '1 Harbour Street, Valletta VLT 1010, Malta', taxNumber: 'MT 1234-5678' };
    const texts = async (changes: Partial<InvoiceDetail>) => pdfTexts(await invoicePdf({ ...invoice, ...changes })).slice(1, 3);
    const rest =
      'For Ann Walker, Nigeria  ·  Issued on 26 November 2026  ·  Due on 10 December 2026  ·  All amounts in USD, all dates in UTC';
    expect(await texts({ seller })).toEqual([
      'From Tidemark Club Ltd, 1 Harbour Street, Valletta VLT 1010, Malta  ·  Tax number MT 1234-5678',
      rest,
    ]);
    expect(await texts({ seller: { ...seller, taxNumber: null } })).toEqual([
      'From Tidemark Club Ltd, 1 Harbour Street, Valletta VLT 1010, Malta',
      rest,
    ]);
    expect((await texts({ seller, language: 'es' }))[0]).toBe(
      'De Tidemark Club Ltd, 1 Harbour Street, Valletta VLT 1010, Malta  ·  Número de identificación fiscal MT 1234-5678',
    );
    for (const language of languages) expect(await sum({ seller, language })).toBe(await sum({ seller: { ...seller }, language }));
  });

  it('can be made for a name in Arabic, in every language', async () => {
    const recipient = { name: 'آن ووكر', country: 'Nigeria' };
    for (const language of languages) expect(await sum({ language, recipient })).not.toBe(await sum({ language }));
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
