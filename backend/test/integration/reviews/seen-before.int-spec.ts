import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestContext } from '@mikro-orm/core';
import sharp from 'sharp';
import { DocumentHashesService } from '../../../src/club/files/index.js';
import { KycFingerprintsService } from '../../../src/club/kyc/kyc-fingerprints.service.js';
import { KycFingerprintRepository } from '../../../src/club/kyc/kyc-fingerprint.repository.js';
import { RecordFingerprintsHandler } from '../../../src/club/kyc/record-fingerprints.handler.js';
import { ShreddedSubmissionRepository } from '../../../src/club/privacy/retention/shredded-submission.repository.js';
import { ShredderService } from '../../../src/club/privacy/retention/shredder.service.js';
import { FileStore } from '../../../src/platform/storage/index.js';
import type { SeenBeforeWire } from '../../../src/platform/wire/index.js';
import { exampleCard } from '../../support/example-card.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import type { FormParts } from '../kyc/multipart.js';
import { get, kycWithKey, mustBe, post, send } from '../payments/paying.js';
import { ReviewStand, type Waiting } from './review-stand.js';

let stand: ReviewStand;
beforeAll(async () => {
  stand = await ReviewStand.start();
});
afterAll(() => stand.api.close());
beforeEach(() => stand.clear());

let person = 100;
const anyCard = () => exampleCard((person += 1));
const rows = <T>(sql: string, values: unknown[] = []) => stand.api.em().execute<T[]>(sql, values);

/** A PDF whose page shows the bars; `note` changes its bytes and nothing that is seen. */
function pdf(bars: readonly (readonly [x: number, y: number, width: number])[], note = ''): Buffer {
  const drawn = bars.map(([x, y, width]) => `${x} ${y} ${width} 30 re f`).join('\n');
  return Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>endobj\n` +
      `4 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj\n% ${note}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
  );
}
const bill = (seed: number) =>
  Array.from({ length: 16 }, (_, at) => [30 + ((seed * 37 * (at + 1)) % 300), 20 + at * 48, 60 + ((seed * 53 * (at + 3)) % 200)] as const);

let bills = 0;
async function sent(documents: FormParts = {}, by?: SignedIn): Promise<Waiting> {
  const member = by ?? (await signedInMember(stand.api));
  const parts = (await kycWithKey()).parts;
  const all = { ...parts, idCard: await anyCard(), proofOfAddress: pdf(bill((bills += 1))), ...documents };
  await mustBe(201, send(stand.api, 'createkyc', member.token, all));
  const [row] = await rows<{ id: string }>('select id from kyc_submissions where user_id = ? order by submitted_at desc limit 1', [
    member.userId,
  ]);
  return { id: row!.id, member };
}
const seen = async (id: string): Promise<SeenBeforeWire> => (await stand.record(id, stand.admin)).seenBefore;
const usesOf = async (id: string, document: 'id-card' | 'proof-of-address') => (await seen(id)).pictures[document].uses;
const number = (id: string, typed: string, who = stand.admin) =>
  post(stand.api, `/admin/kyc-reviews/${id}/document-number`, { number: typed }, who);
/** Runs the job as a worker does; its pieces come from the API's modules, which have them too. */
async function runJob(): Promise<void> {
  const of = <T>(type: abstract new (...given: never[]) => T): T => stand.api.app.get<T>(type as never, { strict: false });
  const handler = new RecordFingerprintsHandler(of(KycFingerprintRepository), of(KycFingerprintsService), of(DocumentHashesService));
  await RequestContext.create(stand.api.em(), () => handler.handle());
}

describe('the picture of a document', () => {
  it('that another member has sent is named with that case, also after it was encoded again; nothing else is', async () => {
    const card = await anyCard();
    const first = await sent({ idCard: card });
    expect((await seen(first.id)).pictures['id-card']).toEqual({ comparison: 'full', uses: [], hasMore: false });
    const copy = await sent({ idCard: await sharp(card).resize(640).jpeg({ quality: 60 }).toBuffer() });
    const same = await sent({ idCard: card });
    const other = await sent();
    expect(await usesOf(other.id, 'id-card')).toEqual([]);
    expect(await usesOf(first.id, 'id-card')).toEqual([
      expect.objectContaining({
        id: same.id,
        userId: same.member.userId,
        isSame: true,
        isOwn: false,
        status: 'pending',
        document: 'id-card',
      }),
      expect.objectContaining({
        id: copy.id,
        isSame: false,
        isOwn: false,
        sentAt: expect.stringMatching(/Z$/),
        fullName: expect.any(String),
      }),
    ]);
  });

  it('is recognised as another document of another member', async () => {
    const card = await anyCard();
    const [first, second] = [await sent({ idCard: card }), await sent({ proofOfAddress: card })];
    expect(await usesOf(second.id, 'proof-of-address')).toMatchObject([{ id: first.id, document: 'id-card', isSame: true }]);
  });

  it('that the same member sends again is their own, in another case or in this one', async () => {
    const [card, proof] = [await anyCard(), pdf(bill((bills += 1)))];
    const first = await sent({ idCard: card, proofOfAddress: proof });
    await mustBe(200, stand.decide(first.id, { decision: 'reject', code: 'address-old' }));
    await stand.carryOut(first.id);
    const again = await sent({ idCard: card }, first.member);
    expect(await usesOf(again.id, 'id-card')).toMatchObject([{ id: first.id, isOwn: true, isSame: true, status: 'rejected' }]);

    await mustBe(200, stand.decide(again.id, { decision: 'ask', document: 'id-card', code: 'identity-unreadable' }));
    await stand.carryOut(again.id);
    await mustBe(200, send(stand.api, 'me/kyc/document', first.member.token, { idCard: card }));
    expect(await usesOf(again.id, 'id-card')).toMatchObject([
      { id: again.id, isOwn: true },
      { id: first.id, isOwn: true },
    ]);
  });

  it('names five at most, other members first', async () => {
    const card = await anyCard();
    const first = await sent({ idCard: card, proofOfAddress: card });
    for (let more = 0; more < 6; more++) await sent({ idCard: card });
    const { uses, hasMore } = (await seen(first.id)).pictures['id-card'];
    expect([uses.length, hasMore, uses.every(({ isOwn }) => !isOwn)]).toEqual([5, true, true]);
  });

  it('is drawn from the first page of a PDF by the job, which may run twice; until then it is said to wait', async () => {
    const page = bill((bills += 1));
    const first = await sent({ proofOfAddress: pdf(page) });
    const second = await sent({ proofOfAddress: pdf(page, 'saved again') });
    const copy = await sent({ proofOfAddress: pdf(page) });
    expect((await seen(second.id)).pictures['proof-of-address']).toEqual({ comparison: 'waiting', uses: [], hasMore: false });
    expect((await seen(second.id)).isComplete).toBe(false);
    expect(await usesOf(copy.id, 'proof-of-address')).toMatchObject([{ id: first.id, isSame: true }]);
    await runJob();
    await runJob();
    const { pictures, isComplete } = await seen(second.id);
    expect([isComplete, pictures['proof-of-address'].comparison]).toEqual([true, 'full']);
    expect(pictures['proof-of-address'].uses.map(({ id, isSame }) => [id, isSame])).toEqual([
      [copy.id, false],
      [first.id, false],
    ]);
  });

  it('that was sent before there were fingerprints waits, and is recognised after the job', async () => {
    const card = await anyCard();
    const [early, late] = [await sent({ idCard: card }), await sent({ idCard: card })];
    const filesOf = 'file_id in (select id_card_file_id from kyc_submissions where id = ?)';
    await rows(`delete from kyc_fingerprints where ${filesOf} returning 1`, [early.id]);
    expect((await seen(early.id)).pictures['id-card']).toMatchObject({ comparison: 'waiting', uses: [] });
    expect(await usesOf(late.id, 'id-card')).toEqual([]);
    await runJob();
    expect(await usesOf(late.id, 'id-card')).toMatchObject([{ id: early.id, isSame: true }]);
    expect((await seen(early.id)).pictures['id-card']).toMatchObject({ comparison: 'full', uses: [{ id: late.id }] });
  });

  it('whose bytes are gone is still recognised by its bytes', async () => {
    const card = await anyCard();
    const [early, late] = [await sent({ idCard: card }), await sent({ idCard: card })];
    const [file] = await rows<{ id: string; key: string }>(
      'select f.id, f.storage_key as key from files f join kyc_submissions k on k.id_card_file_id = f.id where k.id = ?',
      [early.id],
    );
    await rows(`update kyc_fingerprints set state = 'waiting', content = null, picture = null where file_id = ? returning 1`, [file!.id]);
    unlinkSync(join(stand.api.config.dataDir, 'files', file!.key.slice(0, 2), file!.key.slice(2, 4), file!.key));
    await runJob();
    expect((await seen(early.id)).pictures['id-card']).toMatchObject({ comparison: 'exact', uses: [{ id: late.id, isSame: true }] });
  });
});

describe('the number of an identity document', () => {
  it('is recognised however it is written, and is kept nowhere in the clear', async () => {
    const [first, second] = [await sent(), await sent()];
    expect((await seen(first.id)).number).toEqual({ isRecorded: false, uses: [], hasMore: false });
    const answer = await number(first.id, 'x4k 77-1209');
    expect([answer.statusCode, answer.json<{ data: SeenBeforeWire }>().data.number]).toEqual([
      200,
      { isRecorded: true, uses: [], hasMore: false },
    ]);
    await mustBe(200, number(second.id, 'X4K771209<<'));
    expect((await seen(second.id)).number.uses).toMatchObject([{ id: first.id, isOwn: false, isSame: true }]);
    await mustBe(200, number(second.id, 'X4K 771208'));
    expect((await seen(second.id)).number).toEqual({ isRecorded: true, uses: [], hasMore: false });
    const [kept] = await rows<{ number: Buffer }>(`select number from kyc_fingerprints where submission_id = ? and number is not null`, [
      first.id,
    ]);
    expect(kept!.number).toHaveLength(32);
    const acts = await stand.acts(first.id);
    expect(acts).toEqual([{ action: 'kyc.document-number', actor_id: stand.admin.userId, detail: {} }]);
  });

  it('is named where it cannot be one or be kept, and is taken by who may decide the case alone', async () => {
    const { id } = await sent();
    const wrong = await number(id, 'A-1');
    expect([wrong.statusCode, wrong.json<{ errors: object[] }>().errors]).toEqual([400, [expect.objectContaining({ field: 'number' })]]);
    const visit = '00000000-0000-4000-8000-000000000001';
    await mustBe(200, post(stand.api, `/admin/kyc-reviews/${id}/claim`, { visit }, stand.ada));
    expect((await number(id, 'X4K 771209')).statusCode).toBe(409);
    await mustBe(200, number(id, 'X4K 771209', stand.ada));
    await rows('delete from kyc_fingerprints where submission_id = ? returning 1', [id]);
    expect((await number(id, 'X4K 771209', stand.ada)).statusCode).toBe(404);
  });

  it('belongs to one document: it has to be typed again when the member sends another one', async () => {
    const { id, member } = await sent();
    await mustBe(200, number(id, 'Y9 123 456'));
    await mustBe(200, stand.decide(id, { decision: 'ask', document: 'id-card', code: 'identity-unreadable' }));
    await stand.carryOut(id);
    await mustBe(200, send(stand.api, 'me/kyc/document', member.token, { idCard: await anyCard() }));
    expect((await seen(id)).number.isRecorded).toBe(false);
  });
});

describe('what a document is recognised by', () => {
  it('goes with the document, and its case is named no more', async () => {
    const card = await anyCard();
    const [first, second] = [await sent({ idCard: card }), await sent({ idCard: card })];
    await mustBe(200, number(first.id, 'Z7 555 111'));
    const shredder = new ShredderService(new ShreddedSubmissionRepository(), stand.api.app.get(FileStore, { strict: false }));
    await stand.api.em().transactional((tx) => shredder.shredSubmissions(tx, 'kyc', [first.id]));
    expect(await rows('select 1 from kyc_fingerprints where submission_id = ?', [first.id])).toEqual([]);
    expect(await usesOf(second.id, 'id-card')).toEqual([]);
  });

  it('is refused to whoever may not read the case', async () => {
    const { id, member } = await sent();
    expect((await get(stand.api, `/admin/kyc-reviews/${id}`, member)).statusCode).toBe(403);
    expect((await number(id, 'X4K 771209', member)).statusCode).toBe(403);
  });
});
