import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditNotePdf } from '../../../src/money/invoices/credit-note-pdf.writer.js';
import { InvoiceReaderRepository, InvoicesService } from '../../../src/money/invoices/index.js';
import { invoicePdf } from '../../../src/money/invoices/invoice-pdf.writer.js';
import { pdfTexts } from '../../support/pdf-text.js';
import { signedInMember } from '../../support/people.js';
import { startTestApi } from '../../support/test-app.js';
import { get } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

type App = InvoiceWorld['api']['app'];

const system = { actorId: null, actorRole: null };
const harbour = { SELLER_NAME: 'Tidemark Club Ltd', SELLER_ADDRESS: '1 Harbour Street, Valletta', SELLER_TAX_NUMBER: 'MT 1234-5678' };
const hill = { SELLER_NAME: 'Tidemark Group Ltd', SELLER_ADDRESS: '2 Hill Road, Mdina' };

let world: InvoiceWorld;
/** Processes on one database, as they follow each other: without a seller, with one, and with another one. */
let apps: App[];
beforeAll(async () => {
  world = await InvoiceWorld.start();
  const later = [];
  const { databaseUrl, dataDir: DATA_DIR } = world.api.config;
  for (const seller of [harbour, hill]) later.push((await startTestApi(databaseUrl, { DATA_DIR, ...seller })).app);
  apps = [world.api.app, ...later];
});
afterAll(async () => {
  for (const app of apps.slice(1)) await app.close();
  await world.stop();
});

async function issued(app: App, userId: string, kind: 'subscription' | 'club_share' = 'club_share'): Promise<string> {
  const line = { formula: 'subscription' as const, version: 1, inputs: { fee: '50', membership: 'trade club' } };
  const invoice = { userId, kind, lines: [line], by: system, notify: false };
  return (await world.inTransaction((tx) => app.get(InvoicesService, { strict: false }).issue(tx, invoice))).id;
}

async function filesOf(app: App, id: string): Promise<{ invoice: Buffer; creditNote: Buffer | null }> {
  const detail = (await app.get(InvoiceReaderRepository, { strict: false }).findDetail(id))!;
  return { invoice: await invoicePdf(detail), creditNote: detail.creditNote && (await creditNotePdf(detail, detail.creditNote)) };
}
const headOf = (pdf: Buffer) => pdfTexts(pdf)[1];

describe('the seller on an invoice', () => {
  it('is that of the settings when it was issued, and stays; one issued without stays without', async () => {
    const { userId } = await signedInMember(world.api);
    const ids = [];
    for (const app of apps) ids.push(await issued(app, userId));
    const files = [];
    for (const [n, id] of ids.entries()) files.push((await filesOf(apps[n]!, id)).invoice);
    expect(files.map(headOf)).toEqual([
      expect.stringMatching(/^Tidemark  ·  For Ann Walker/),
      'From Tidemark Club Ltd, 1 Harbour Street, Valletta  ·  Tax number MT 1234-5678',
      'From Tidemark Group Ltd, 2 Hill Road, Mdina',
    ]);
    for (const app of apps) for (const [n, id] of ids.entries()) expect((await filesOf(app, id)).invoice.equals(files[n]!)).toBe(true);
    expect((await world.verify()).faults).toEqual([]);
  });

  it('may be another one than on its credit note, which keeps its own', async () => {
    const member = await signedInMember(world.api);
    const id = await issued(apps[1]!, member.userId, 'subscription');
    await world.inTransaction((tx) => apps[2]!.get(InvoicesService, { strict: false }).void(tx, id, 'Issued by mistake', system));
    const { invoice, creditNote } = await filesOf(apps[2]!, id);
    expect([headOf(invoice), headOf(creditNote!)]).toEqual([
      'From Tidemark Club Ltd, 1 Harbour Street, Valletta  ·  Tax number MT 1234-5678',
      'From Tidemark Group Ltd, 2 Hill Road, Mdina',
    ]);
    // By a process that has no seller.
    const answer = await get(world.api, `/me/invoices/${id}/credit-note/pdf`, member);
    expect(answer.rawPayload.equals(creditNote!)).toBe(true);
  });
});
