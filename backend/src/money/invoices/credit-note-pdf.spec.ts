import { describe, expect, it } from '@jest/globals';
import { pdfContentSum, pdfTexts } from '../../../test/support/pdf-text.js';
import { languages } from '../../platform/domain/index.js';
import { calculate, seal } from './calculation.rules.js';
import { creditNotePdf } from './credit-note-pdf.writer.js';
import type { CreditNoteDetail, InvoiceDetail } from './invoice-reader.repository.js';

const calculation = calculate('subscription', 1, { fee: '1050.5', membership: 'hedge fund' });
const creditNote: CreditNoteDetail = {
  number: 'TM-CN-2027-000004',
  issuedAt: new Date('2027-01-02T23:59:00Z'),
  reason: 'Issued twice',
  seller: null,
};
const invoice: InvoiceDetail = {
  id: '0199a000-0000-7000-8000-000000000000',
  userId: '0199a000-0000-7000-8000-000000000001',
  fullName: 'Ann Walker',
  kind: 'subscription',
  period: null,
  status: 'void',
  number: 'TM-2026-000123',
  total: '1050.500000000000000000',
  outstanding: '0',
  issuedAt: new Date('2026-11-26T12:00:00Z'),
  dueAt: new Date('2026-12-10T12:00:00Z'),
  paidAt: null,
  voidedAt: creditNote.issuedAt,
  creditNote,
  language: 'en',
  seller: null,
  recipient: { name: 'Ann Walker', country: 'Nigeria' },
  lines: [{ line: 1, amount: '1050.500000000000000000', calculation, sha256: seal(calculation).sha256 }],
};
const made = (changes: Partial<InvoiceDetail> = {}, note: Partial<CreditNoteDetail> = {}) =>
  creditNotePdf({ ...invoice, ...changes }, { ...creditNote, ...note });
const textsOf = async (language: 'en' | 'es') => pdfTexts(await made({ language }));

describe('the PDF of a credit note', () => {
  it('names itself, the invoice it corrects, and what it takes back', async () => {
    expect(await textsOf('en')).toEqual([
      'Credit note TM-CN-2027-000004',
      'Tidemark  ·  For Ann Walker, Nigeria  ·  Issued on 2 January 2027  ·  All amounts in USD, all dates in UTC',
      'Corrects invoice TM-2026-000123, issued on 26 November 2026',
      'Reason: Issued twice',
      'Description',
      'Amount',
      'Subscription, hedge fund',
      '-1,050.50',
      'Total credited',
      '-1,050.50',
      'What this means',
      'Invoice TM-2026-000123 is void, so nothing is due on it. Payments already made for it become credit towards your next invoice.',
      'Credit note TM-CN-2027-000004  ·  1 of 1',
    ]);
  });

  it('is in the language of the invoice', async () => {
    const texts = await textsOf('es');
    expect(texts[0]).toBe('Nota de crédito TM-CN-2027-000004');
    expect(texts).toContain('Rectifica la factura TM-2026-000123, emitida el 26 de noviembre de 2026');
    expect(texts).toContain('-1.050,50');
    const arabic = await made({ language: 'ar' });
    // Figures are Latin, in a run of their own, so that the sign stands before them.
    expect(pdfTexts(arabic)).toContain('-1,050.50');
    expect(arabic.toString('latin1')).toContain('/Lang (ar)');
  });

  it.each(languages)('is the same bytes each time, whatever happened since, in %s', async (language) => {
    const first = await made({ language });
    const later = await made({ language, fullName: 'Another Name', outstanding: '1', voidedAt: new Date(), status: 'paid' });
    expect(later.equals(first)).toBe(true);
  });

  it.each([
    ['en', 'eb45a1246fbdedf60ceaf23e24bf44f48a9017c148716bda95a10613629c17f1'],
    ['es', 'e8d852c79a15a0823c0e3ba67174a59eddf08a08ef97f75beb8daefdc297b969'],
    ['ar', '04439ac7b02305762b856ed44400fdcaff4846c328437956961a56119108535f'],
  ] as const)('has not changed since the first ones were issued, in %s', async (language, content) => {
    expect(pdfContentSum(await made({ language }))).toBe(content);
  });

  it('names the seller as it was when the credit note was issued', async () => {
    const seller = { name: 'Tidemark Club Ltd', address: '1 Harbour Street, Valletta', taxNumber: 'MT 1' };
    const ofNote = { ...seller, address: '2 Hill Road, Mdina' };
    expect(pdfTexts(await made({ seller }, { seller: ofNote })).slice(1, 3)).toEqual([
      'From Tidemark Club Ltd, 2 Hill Road, Mdina  ·  Tax number MT 1',
      'For Ann Walker, Nigeria  ·  Issued on 2 January 2027  ·  All amounts in USD, all dates in UTC',
    ]);
    expect((await made({ seller })).equals(await made())).toBe(true);
  });

  it('can have a reason in Arabic and on several lines, and no name', async () => {
    const reason = 'صدرت مرتين\nSee the second one';
    const files = await Promise.all(languages.flatMap((language) => [made({ language }), made({ language, recipient: null }, { reason })]));
    expect(new Set(files.map((file) => pdfContentSum(file))).size).toBe(files.length);
  });
});
