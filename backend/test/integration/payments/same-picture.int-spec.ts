import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { PaymentDetailWire } from '../../../src/platform/wire/index.js';
import { signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { clubPayment, get, mustBe, pay, paymentsOf } from './paying.js';

let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

/** A page of a wallet: bars of text where the numbers put them. */
function page(rows: readonly number[]): Promise<Buffer> {
  const bars = rows.map((row, at) => `<rect x="${20 + row * 30}" y="${20 + at * 60}" width="${60 + row * 40}" height="35" fill="#222"/>`);
  const paper = '<rect width="600" height="700" fill="#eee"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700">${paper}${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
/** A member who sends a picture, and the payment. */
async function sent(content: Buffer): Promise<{ member: SignedIn; id: string }> {
  const member = await signedInMember(api);
  await mustBe(201, pay(api, member, await clubPayment({ proofOfPayment: content })));
  return { member, id: (await paymentsOf(api, member)).at(-1)!.id };
}
const seen = async (id: string) => (await get(api, `/admin/payments/${id}`, admin)).json<PaymentDetailWire>().pictureSeenBefore;

describe('the picture of a proof', () => {
  it('that somebody has sent before is shown with that proof, also after it was encoded again', async () => {
    const picture = await page([1, 7, 3, 5, 2, 8, 4, 6, 1, 7]);
    const first = await sent(picture);
    expect(await seen(first.id)).toEqual([]);
    const same = await sent(picture);
    const copy = await sent(await sharp(picture).resize(420).jpeg({ quality: 60 }).toBuffer());
    const other = await sent(await page([8, 2, 6, 1, 7, 3, 5, 2, 8, 4]));
    expect(await seen(other.id)).toEqual([]);
    expect(await seen(copy.id)).toMatchObject([
      { id: same.id, userId: same.member.userId, isSame: false, proofOfPaymentUrl: expect.stringMatching(/^\/api\/v1\/files\//) },
      { id: first.id, isSame: false },
    ]);
    expect(await seen(first.id)).toMatchObject([
      { id: copy.id, isSame: false },
      { id: same.id, isSame: true },
    ]);
  });

  it('that shows nothing is like no other', async () => {
    const plain = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    await sent(await plain('navy'));
    expect(await seen((await sent(await plain('teal'))).id)).toEqual([]);
  });

  it('is recognised by its file alone, which takes the hash along when it is deleted', async () => {
    const [hashes] = await api
      .em()
      .execute<{ places: string[] }[]>(
        `select array_agg(table_name || '.' || column_name) as places from information_schema.columns where column_name = 'picture_hash'`,
      );
    expect(hashes!.places).toEqual(['files.picture_hash']);
  });
});
