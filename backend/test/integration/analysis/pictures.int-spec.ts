import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { SweepPicturesHandler } from '../../../src/club/analysis/sweep-pictures.handler.js';
import type { AnalysisPictureWire, AnalysisPostWire } from '../../../src/platform/wire/index.js';
import { flatPng } from '../../support/image-bombs.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { startTestWorker } from '../../support/test-app.js';
import { proofPdf } from '../kyc/documents.js';
import { AnalysisWorld, content, picture } from './analysis-world.js';

let world: AnalysisWorld;
let other: SignedIn;
let auditor: SignedIn;
beforeAll(async () => {
  world = await AnalysisWorld.start();
  [other, auditor] = [await signedInTeam(world.api, 'signal author'), await signedInTeam(world.api, 'auditor')];
});
afterAll(() => world.api.close());
beforeEach(async () => {
  await world.rows('delete from analysis_pictures');
  await world.rows('delete from analysis_posts');
});

const shown = (...pictures: AnalysisPictureWire[]) => pictures.map(({ id }) => `![A close above the range](picture:${id})`).join('\n\n');
const bare = ({ id }: AnalysisPictureWire) => `/analysis/pictures/${id}`;
const open = async (url: string) => (await world.api.app.inject({ method: 'GET', url })).statusCode;
const visit = async (one: AnalysisPictureWire) => (await world.get(bare(one))).statusCode;
const read = async (path: string, as?: SignedIn) => (await world.get(path, as)).json<{ data: AnalysisPostWire }>().data;
const stored = () => world.rows<{ id: string }>('select id from analysis_pictures').then((rows) => rows.map(({ id }) => id));
const refusal = (response: { statusCode: number; json<T>(): T }) => {
  const { errors = [] } = response.json<{ errors?: { field: string; message: string }[] }>();
  return [response.statusCode, errors[0]?.field, errors[0]?.message];
};
const save = (body: string, as = world.author) => call(world.api, 'POST', '/admin/analysis', content({ body }), as);

describe('an uploaded picture', () => {
  it('is stored as the decoder encodes it, so that nothing of the upload is served', async () => {
    const secret = 'GPSLatitude 41.3 <script>alert(1)</script>';
    const jpeg = await sharp({ create: { width: 3000, height: 30, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004 ${secret} </html>`)]);
    const response = await world.send(polyglot);
    const { data } = response.json<{ data: AnalysisPictureWire }>();
    expect([response.statusCode, data]).toEqual([201, { id: expect.any(String), url: expect.any(String), width: 2048, height: 20 }]);
    await world.published({ body: shown(data) });
    const served = await world.get(bare(data));
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="picture.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 20 });
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
    for (const part of ['GPSLatitude', 'script', 'PK\u0003\u0004']) expect(served.rawPayload.includes(part)).toBe(false);
  });

  it.each([
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', /PNG, JPEG or WebP/],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      /PNG, JPEG or WebP/,
    ],
    ['a PDF', () => proofPdf, /PNG, JPEG or WebP/],
    [
      'a page that begins like a picture',
      () => Buffer.concat([Buffer.from('89504e47', 'hex'), Buffer.from('<html>')]),
      /PNG, JPEG or WebP/,
    ],
    ['a picture of 900 megapixels', () => flatPng({ width: 30_000, height: 30_000 }, Buffer.alloc(9)), /40 megapixels/],
    ['a picture that ends early', async () => (await picture()).subarray(0, 60), /damaged/],
    ['nothing', () => undefined, /A picture is required/],
  ])('is not %s', async (_, make, message) => {
    const made = await make();
    expect(refusal(await world.send(typeof made === 'string' ? Buffer.from(made) : made))).toEqual([
      400,
      'picture',
      expect.stringMatching(message),
    ]);
    expect(await stored()).toEqual([]);
  });

  it('has 10 MB at most, and is sent by authors alone', async () => {
    expect(refusal(await world.send(Buffer.alloc(11 * 1024 * 1024)))).toEqual([413, 'picture', 'A picture can have up to 10 MB']);
    for (const as of [auditor, world.paying]) expect((await world.send(await picture(), as)).statusCode).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('is one of a hundred a day', async () => {
    await world.rows(
      `insert into analysis_pictures (id, uploaded_by, mime, width, height, bytes)
        select gen_random_uuid(), ?, 'image/webp', 1, 1, 'x' from generate_series(1, 100)`,
      [world.author.userId],
    );
    expect((await world.send(await picture())).statusCode).toBe(429);
    await world.rows(`update analysis_pictures set created_at = now() - interval '25 hours'`);
    expect((await world.send(await picture())).statusCode).toBe(201);
  });

  it('is in the audit log, and stays without its author', async () => {
    const leaving = await signedInTeam(world.api, 'signal author');
    const { id } = await world.uploaded(leaving);
    expect(
      await world.rows('select actor_id from audit_events where action = ? and target_id = ?', ['analysis.upload-picture', id]),
    ).toEqual([{ actor_id: leaving.userId }]);
    await world.rows('delete from users where id = ?', [leaving.userId]);
    expect(await world.rows('select id, uploaded_by from analysis_pictures')).toEqual([{ id, uploaded_by: null }]);
  });
});

describe('a text', () => {
  it('has pictures of its author or its own analysis alone, each with a description, at most twenty', async () => {
    const [own, foreign] = [await world.uploaded(), await world.uploaded(other)];
    const taken = await world.uploaded();
    await world.draft({ body: shown(taken) });
    const wrong: [string, RegExp][] = [
      [shown(foreign), /^The picture “A close above the range” is not one of this analysis. Upload it/],
      [shown(taken), /is not one of this analysis/],
      [`![x](picture:${randomUUID()})`, /is not one of this analysis/],
      [`![ ](picture:${own.id})`, /needs a description/],
      [`![${'x'.repeat(301)}](picture:${own.id})`, /up to 300 characters/],
      [`See ![x](picture:${own.id})`, /paragraph of its own/],
      [`- ![x](picture:${own.id})`, /paragraph of its own/],
      [`[![x](picture:${own.id})](https://example.com)`, /paragraph of its own/],
      [`![x](picture:${own.id.toUpperCase()}0)`, /Upload them with “Insert picture”/],
      [`![x](https://club.example${own.url})`, /Upload them with “Insert picture”/],
      [`![x][y]\n\n[y]: picture:${own.id}`, /picture|link/i],
      [Array.from({ length: 21 }, () => shown(own)).join('\n\n'), /up to 20 pictures/],
    ];
    for (const [body, message] of wrong)
      expect([body, ...refusal(await save(body))]).toEqual([body, 400, 'body', expect.stringMatching(message)]);
    expect((await save(shown(own))).statusCode).toBe(201);
  });

  it('refuses a foreign picture in a change as well, and takes one that its other editor uploaded before', async () => {
    const { id } = await world.draft({ body: shown(await world.uploaded()) });
    const [foreign, mine] = [await world.uploaded(other), await world.uploaded()];
    const change = (body: string, revision: number, as = world.author) =>
      call(world.api, 'PUT', `/admin/analysis/${id}`, { ...content({ body }), revision }, as);
    expect(refusal(await change(shown(foreign), 1))).toEqual([400, 'body', expect.stringMatching(/not one of this analysis/)]);
    expect((await change(shown(mine), 1)).statusCode).toBe(200);
    expect((await change(shown(mine, foreign), 2, other)).statusCode).toBe(200);
    expect((await change(shown(foreign), 3)).statusCode).toBe(200);
  });
});

describe('a picture', () => {
  it('of a public analysis is seen by everybody, from its publication to its withdrawal', async () => {
    const one = await world.uploaded();
    const { id, slug, revision } = await world.draft({ body: shown(one) });
    expect(await visit(one)).toBe(404);
    await world.act(id, 'publish', { revision });
    expect([await visit(one), (await read(`/analysis/${slug}`)).pictures]).toEqual([
      200,
      [{ id: one.id, url: `/api/v1/analysis/pictures/${one.id}`, width: 40, height: 20 }],
    ]);
    expect((await world.get('/analysis.atom')).body).toContain(`](https://club.example/api/v1/analysis/pictures/${one.id})`);
    await world.act(id, 'withdraw');
    expect(await visit(one)).toBe(404);
  });

  it('that a text does not name any more is not seen, and is kept with the text before', async () => {
    const [one, next] = [await world.uploaded(), await world.uploaded()];
    const { id, revision } = await world.published({ body: shown(one) });
    await world.act(id, 'correct', { ...content({ body: shown(next) }), revision });
    expect([await visit(one), await visit(next)]).toEqual([404, 200]);
    const list = await world.get(`/admin/analysis/pictures?ids=${one.id},${next.id}`, auditor);
    const links = list.json<{ data: AnalysisPictureWire[] }>().data;
    expect(await Promise.all(links.map(({ url }) => open(url)))).toEqual([200, 200]);
    await world.rows(`update analysis_pictures set unused_since = unused_since - interval '2 days'`);
    await sweep();
    expect(await stored()).toHaveLength(2);
  });

  it('of an analysis for members is seen by those who paid and the team, by a link of theirs', async () => {
    const one = await world.uploaded();
    const { id, slug } = await world.published({ body: shown(one), audience: 'members' });
    const linkOf = async (as?: SignedIn) => (await read(as ? `/me/analysis/${slug}` : `/analysis/${slug}`, as)).pictures[0]?.url;
    expect([await linkOf(), await linkOf(world.unpaid), await visit(one)]).toEqual([undefined, undefined, 404]);
    const link = (await linkOf(world.paying))!;
    const served = await world.api.app.inject({ method: 'GET', url: link });
    expect([served.statusCode, served.headers['cache-control'], served.headers['cross-origin-resource-policy']]).toEqual([
      200,
      'private, max-age=300',
      'same-origin',
    ]);
    const wrong = [link.replace('sig=', 'sig=x'), link.replace(/exp=\d+/, 'exp=99999999999'), link.replace(/&sig=.*/, ''), `${link}x`];
    for (const url of wrong) expect(await open(url)).toBe(403);
    const another = await world.uploaded();
    expect(await open(link.replace(one.id, another.id))).toBe(403);
    // The rights are those of now, not of when the link was made.
    await world.rows(`update users set payment_status = 'rejected' where id = ?`, [world.paying.userId]);
    expect(await open(link)).toBe(404);
    await world.rows(`update users set payment_status = 'approved' where id = ?`, [world.paying.userId]);
    expect(await open(link)).toBe(200);
    await world.act(id, 'withdraw');
    expect(await open(link)).toBe(404);
  });

  it('of a draft is seen in the console alone, while the session lasts', async () => {
    const one = await world.uploaded();
    await world.draft({ body: shown(one) });
    expect(await open(one.url)).toBe(200);
    for (const as of [world.paying, await signedInTeam(world.api, 'support')])
      expect((await world.get(`/admin/analysis/pictures?ids=${one.id}`, as)).statusCode).toBe(403);
    const gone = await signedInTeam(world.api, 'auditor');
    const [link] = (await world.get(`/admin/analysis/pictures?ids=${one.id}`, gone)).json<{ data: AnalysisPictureWire[] }>().data;
    await world.rows('update sessions set ended_at = now() where user_id = ?', [gone.userId]);
    expect(await open(link!.url)).toBe(403);
  });

  it.each(['ids=', 'ids=x', '', `ids=${Array.from({ length: 21 }, () => randomUUID()).join(',')}`])(
    'is not listed by %s',
    async (query) => {
      expect(refusal(await world.get(`/admin/analysis/pictures?${query}`, world.author)).slice(0, 2)).toEqual([400, 'ids']);
    },
  );
});

const sweep = async () => {
  const worker = await startTestWorker(world.api.config);
  try {
    await worker.get(SweepPicturesHandler, { strict: false }).handle();
    await worker.get(SweepPicturesHandler, { strict: false }).handle();
  } finally {
    await worker.close();
  }
};

describe('the sweep', () => {
  it('deletes pictures that no text has used for a day', async () => {
    const [fresh, old, used, dropped] = [await world.uploaded(), await world.uploaded(), await world.uploaded(), await world.uploaded()];
    const { id } = await world.draft({ body: shown(used, dropped) });
    await world.rows(`update analysis_pictures set created_at = now() - interval '9 days'`);
    await world.edit(id, { ...content({ body: shown(used) }), revision: 1 });
    await world.rows(`update analysis_pictures set unused_since = now() - interval '25 hours' where id = ?`, [old.id]);
    await sweep();
    expect((await stored()).toSorted()).toEqual([fresh.id, used.id, dropped.id].toSorted());
    await world.rows(`update analysis_pictures set unused_since = now() - interval '25 hours' where unused_since is not null`);
    await sweep();
    expect(await stored()).toEqual([used.id]);
  });

  it('leaves one that is used again', async () => {
    const one = await world.uploaded();
    const { id } = await world.draft({ body: shown(one) });
    await world.edit(id, { ...content(), revision: 1 });
    await world.edit(id, { ...content({ body: shown(one) }), revision: 2 });
    expect(await world.rows('select unused_since from analysis_pictures')).toEqual([{ unused_since: null }]);
  });
});
