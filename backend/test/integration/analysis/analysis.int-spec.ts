import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { AnalysisPostRepository } from '../../../src/club/analysis/analysis-post.repository.js';
import { AnalysisPublisher } from '../../../src/club/analysis/analysis-publisher.service.js';
import type { AnalysisFeedWire, AnalysisItemWire, AnalysisPostWire, NoticesPageWire } from '../../../src/platform/wire/index.js';
import { call } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { longAgo } from '../users/people.js';
import { AnalysisWorld, content } from './analysis-world.js';

let world: AnalysisWorld;
beforeAll(async () => (world = await AnalysisWorld.start()));
afterAll(() => world.api.close());
afterEach(() => void jest.restoreAllMocks());
beforeEach(async () => {
  await world.rows('delete from events');
  await world.rows('delete from analysis_posts');
});

const feed = async (query = '') => (await world.get(`/analysis${query}`)).json<{ data: AnalysisFeedWire }>().data;
const titles = (posts: readonly AnalysisItemWire[]) => posts.map(({ title }) => title);
const read = async (path: string, as?: Parameters<AnalysisWorld['get']>[1]) => {
  const response = await world.get(path, as);
  return response.statusCode === 200 ? response.json<{ data: AnalysisPostWire }>().data.body : response.statusCode;
};
const publisher = () => world.api.app.get(AnalysisPublisher, { strict: false });
const audited = (id: string) =>
  world
    .rows<{ action: string }>(`select action from audit_events where target_id = ? order by at, id`, [id])
    .then((rows) => rows.map(({ action }) => action));

describe('an analysis', () => {
  it('is read by nobody until it is published, and by nobody after it is withdrawn', async () => {
    const { id, slug, revision } = await world.draft();
    expect([slug, await read(`/analysis/${slug}`), await read(`/me/analysis/${slug}`, world.paying)]).toEqual([
      'bitcoin-holds-its-range',
      404,
      404,
    ]);
    expect((await world.act(id, 'publish', { revision })).statusCode).toBe(200);
    expect(await read(`/analysis/${slug}`)).toBe(content().body);
    expect(titles((await feed()).posts)).toEqual([content().title]);
    expect((await world.act(id, 'withdraw')).statusCode).toBe(200);
    expect([await read(`/analysis/${slug}`), (await feed()).posts]).toEqual([404, []]);
    expect(await audited(id)).toEqual(['analysis.create', 'analysis.publish', 'analysis.withdraw']);
  });

  it('for members has its text for those who paid and the team, and title and summary for everybody', async () => {
    const { slug } = await world.published({ audience: 'members' });
    const { body, pictures, charts, ...item } = (await world.get(`/analysis/${slug}`)).json<{ data: AnalysisPostWire }>().data;
    expect([body, pictures, charts, item.summary]).toEqual([null, [], [], content().summary]);
    expect((await feed()).posts).toEqual([item]);
    expect(await read(`/me/analysis/${slug}`)).toBe(401);
    expect(await read(`/me/analysis/${slug}`, world.unpaid)).toBeNull();
    expect(await read(`/me/analysis/${slug}`, world.paying)).toBe(content().body);
    expect(await read(`/me/analysis/${slug}`, world.author)).toBe(content().body);
    expect(JSON.stringify(await feed())).not.toContain('held');
  });

  it('refuses what readers must not get, and names the field', async () => {
    const refusals: [object, string][] = [
      [{ body: '![x](data:image/png;base64,AA)' }, 'body'],
      [{ body: '[x](javascript:alert(1))' }, 'body'],
      [{ body: 'x'.repeat(20_001) }, 'body'],
      [{ body: '>'.repeat(20_000) }, 'body'],
      [{ body: 'a\u202Eb' }, 'body'],
      [{ body: ' \n' }, 'body'],
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ title: 'a\u2066b' }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ summary: '' }, 'summary'],
      [{ pairs: ['BTCUSDT'] }, 'pairs.0'],
      [{ tags: ['<b>'] }, 'tags.0'],
      [{ tags: Array.from({ length: 11 }, (_, n) => `tag${n}`) }, 'tags'],
      [{ audience: 'everybody' }, 'audience'],
      [{ language: 'xx' }, 'language'],
      [{ state: 'published' }, 'state'],
    ];
    for (const [wrong, field] of refusals) {
      const response = await call(world.api, 'POST', '/admin/analysis', content(wrong), world.author);
      const { errors = [] } = response.json<{ errors?: { field: string }[] }>();
      expect([wrong, response.statusCode, errors.map((one) => one.field)]).toEqual([wrong, 400, [field]]);
    }
  });

  it('keeps the text before each change of a published one, and shows when it was edited', async () => {
    const { id, slug, revision } = await world.published();
    const edit = { ...content({ title: 'Bitcoin leaves its range', body: 'It fell.' }), revision };
    expect((await call(world.api, 'PUT', `/admin/analysis/${id}`, edit, world.author)).statusCode).toBe(409);
    expect((await world.act(id, 'correct', edit)).statusCode).toBe(200);
    // The second of two editors would undo what the first has written.
    expect((await world.act(id, 'correct', { ...edit, body: 'It rose.' })).statusCode).toBe(409);
    const shown = (await world.get(`/analysis/${slug}`)).json<{ data: AnalysisPostWire }>().data;
    expect(shown).toMatchObject({ slug, title: edit.title, body: 'It fell.', editedAt: expect.stringMatching(/Z$/) });
    const history = await world.get(`/admin/analysis/${id}/revisions`, world.author);
    expect(history.headers['content-range']).toBe('revisions 0-0/1');
    expect(history.json()).toEqual([
      { id: expect.any(String), revision: 1, content: content(), replacedBy: 'Ann Walker', replacedAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await audited(id)).toEqual(['analysis.create', 'analysis.publish', 'analysis.correct']);
  });

  it('gets an address of its own, also for a title that another one has or that has no Latin letter', async () => {
    const [first, second, arabic] = [await world.draft(), await world.draft(), await world.draft({ title: 'تحليل السوق' })];
    expect(first.slug).toBe('bitcoin-holds-its-range');
    expect(second.slug).toMatch(/^bitcoin-holds-its-range-[\da-f]{12}$/);
    expect(arabic.slug).toMatch(/^[\da-f]{12}$/);
    const renamed = await world.edit(second.id, { ...content({ title: 'Él niño' }), revision: 1 });
    expect(renamed.json()).toMatchObject({ slug: 'el-nino', revision: 2 });
  });

  it('is changed by those whose role may publish, after a recent confirmation', async () => {
    const { id, revision } = await world.draft();
    expect((await call(world.api, 'POST', `/admin/analysis/${id}/publish`, { revision }, world.paying)).statusCode).toBe(403);
    await longAgo(world.api, world.author);
    try {
      for (const [move, body] of Object.entries({
        publish: { revision },
        schedule: { revision, publishAt: '2099-01-01T00:00:00Z' },
        correct: { ...content(), revision },
        withdraw: {},
      })) {
        const response = await world.act(id, move, body);
        expect([move, response.statusCode]).toEqual([move, 403]);
      }
    } finally {
      await world.rows(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [world.author.userId]);
    }
  });
});

describe('a scheduled analysis', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  it('is published once when its time has come, by two workers at the same time', async () => {
    const { id, slug, revision } = await world.draft();
    expect((await world.act(id, 'schedule', { revision, publishAt: inAnHour() })).statusCode).toBe(200);
    await publisher().publishDue();
    expect(await read(`/analysis/${slug}`)).toBe(404);
    await world.rows(`update analysis_posts set publish_at = now() - interval '1 second' where id = ?`, [id]);
    await Promise.all([publisher().publishDue(), publisher().publishDue()]);
    await publisher().publishDue();
    expect(await read(`/analysis/${slug}`)).toBe(content().body);
    expect(await audited(id)).toEqual(['analysis.create', 'analysis.schedule', 'analysis.publish']);
    expect(await world.rows('select kind, audience from events')).toEqual([{ kind: 'analysis.published', audience: 'analysis-readers' }]);
  });

  it('is changed with a recent confirmation only, because readers get the changed text', async () => {
    const { id, revision } = await world.draft();
    await world.act(id, 'schedule', { revision, publishAt: inAnHour() });
    const change = { ...content(), body: 'Something else.', revision };
    expect((await world.edit(id, change)).statusCode).toBe(409);
    await longAgo(world.api, world.author);
    expect((await world.act(id, 'correct', change)).statusCode).toBe(403);
    await world.rows(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [world.author.userId]);
    expect((await world.act(id, 'correct', change)).json()).toMatchObject({ data: { state: 'scheduled', body: 'Something else.' } });
    expect(await world.rows('select 1 from analysis_revisions where post_id = ?', [id])).toEqual([]);
  });

  it('that cannot be published holds no other up', async () => {
    const [broken, good] = [await world.draft(), await world.draft()];
    for (const { id, revision } of [broken, good]) await world.act(id, 'schedule', { revision, publishAt: inAnHour() });
    await world.rows(`update analysis_posts set publish_at = now() - interval '2 seconds' where id = ?`, [broken.id]);
    await world.rows(`update analysis_posts set publish_at = now() - interval '1 second' where id = ?`, [good.id]);
    const posts = world.api.app.get(AnalysisPostRepository, { strict: false });
    const lockDue = posts.lockDue.bind(posts);
    jest.spyOn(posts, 'lockDue').mockImplementation((tx, id) => {
      if (id === broken.id) throw new Error('no lock');
      return lockDue(tx, id);
    });
    await expect(publisher().publishDue()).rejects.toThrow('no lock');
    expect([await read(`/analysis/${broken.slug}`), await read(`/analysis/${good.slug}`)]).toEqual([404, content().body]);
  });

  it('is a draft again when it is taken off the schedule', async () => {
    const { id, revision } = await world.draft();
    await world.act(id, 'schedule', { revision, publishAt: inAnHour() });
    expect((await world.act(id, 'unschedule')).json()).toMatchObject({ data: { state: 'draft', publishAt: null } });
    expect((await world.act(id, 'unschedule')).statusCode).toBe(409);
  });

  it.each([
    ['a minute ago', -60_000],
    ['in two years', 730 * 86_400_000],
  ])('is not scheduled for %s', async (_, aheadMs) => {
    const { id, revision } = await world.draft();
    const response = await world.act(id, 'schedule', { revision, publishAt: new Date(Date.now() + aheadMs).toISOString() });
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ field: 'publishAt' }] }]);
  });
});

describe('the feed', () => {
  const FIVE_HUNDRED = `insert into analysis_posts (id, slug, title, summary, body, pairs, tags, audience, language, state, words,
      published_at)
    select gen_random_uuid(), 'post-' || n, 'Post ' || n, 'Summary', case when n % 100 = 0 then 'the halving' else 'text' end,
      case when n % 50 = 0 then '["ETH/USDT"]' else '["BTC/USDT"]' end::jsonb,
      case when n % 250 = 0 then '["macro"]' else '[]' end::jsonb, 'public', null, 'published', 400, now() - n * interval '1 minute'
    from generate_series(1, 500) n`;

  it('goes on where the page before ended, and never twice the same', async () => {
    await world.rows(FIVE_HUNDRED);
    const seen: string[] = [];
    let query = '?limit=50';
    for (let page = 0; page < 10; page++) {
      const { posts, next } = await feed(query);
      seen.push(...titles(posts));
      if (page === 9) expect(next).toBeNull();
      query = `?limit=50&before=${next}`;
    }
    expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => `Post ${n + 1}`));
  });

  it('is searched, and filtered by pair and tag', async () => {
    await world.rows(FIVE_HUNDRED);
    expect(titles((await feed('?q=halving')).posts)).toEqual(['Post 100', 'Post 200', 'Post 300', 'Post 400', 'Post 500']);
    expect((await feed('?pair=eth%2Fusdt')).posts).toHaveLength(10);
    expect(titles((await feed('?tag=MACRO')).posts)).toEqual(['Post 250', 'Post 500']);
    expect(titles((await feed('?tag=macro&q=halving&pair=ETH/USDT')).posts)).toEqual(['Post 500']);
    expect((await feed(`?q=${encodeURIComponent(`"unbalanced & | ! <-> ' \\`)}`)).posts).toEqual([]);
    expect((await feed('?limit=1')).posts[0]).toMatchObject({ readingMinutes: 2 });
  });

  it('answers its first page from one statement on an index, without the texts', async () => {
    await world.rows(FIVE_HUNDRED);
    await world.rows('analyze analysis_posts');
    const plans = await plansOf(world.api, /from "?analysis_posts/, () => feed());
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/Index Scan Backward using analysis_posts_feed_index/);
    expect(JSON.stringify(await feed())).not.toContain('"body"');
  });

  it.each(['q=' + 'x'.repeat(101), 'tag=%3Cb%3E', 'pair=BTC', 'before=1', 'limit=0', 'limit=51', 'limit=x'])(
    'refuses %s',
    async (query) => {
      const response = await world.get(`/analysis?${query}`);
      expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ field: query.split('=')[0] }] }]);
    },
  );
});

describe('the Atom feed', () => {
  it('has public texts alone, is well formed whatever they say, and is not sent again while it is the same', async () => {
    const hostile = '<script>alert(1)</script> ]]> & "quotes" \u{1F600} \uFFFE';
    const shown = await world.published({ title: `Public ${hostile}`, body: hostile });
    await world.published({ title: 'For members', audience: 'members' });
    const response = await world.get('/analysis.atom');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(elementsOf(response.body)).toEqual({
      ids: ['https://club.example/api/v1/analysis.atom', `urn:uuid:${shown.id}`],
      titles: ['Tidemark market analysis', `Public ${hostile.replace('\uFFFE', '')}`.trim()],
      links: ['https://club.example/api/v1/analysis.atom', 'https://club.example/analysis', `https://club.example/analysis/${shown.slug}`],
      updated: [expect.stringMatching(/Z$/), shown.publishedAt],
    });
    expect(response.body).not.toContain('For members');
    const { etag, 'last-modified': modified, 'cache-control': caching } = response.headers as Record<string, string>;
    expect(caching).toBe('public, max-age=30');
    const statusWith = async (headers: Record<string, string>) => (await world.get('/analysis.atom', undefined, headers)).statusCode;
    expect(await statusWith({ 'if-none-match': etag! })).toBe(304);
    expect(await statusWith({ 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(await statusWith({ 'if-modified-since': modified! })).toBe(304);
    expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': modified! })).toBe(200);
    expect(await statusWith({ 'if-modified-since': 'nonsense' })).toBe(200);
  });
});

describe('members', () => {
  it('find a published analysis in their notification centre, while it is published', async () => {
    const { id, slug, title } = await world.published();
    const notices = async (as = world.paying) =>
      (await world.get('/me/notifications', as)).json<{ data: NoticesPageWire }>().data.items.filter(({ kind }) => kind === 'analysis');
    expect(await notices()).toMatchObject([{ id, facts: { slug, title }, isRead: false }]);
    expect(await notices(world.unpaid)).toHaveLength(1);
    expect((await call(world.api, 'POST', `/me/notifications/${id}/read`, {}, world.paying)).statusCode).toBe(200);
    expect(await notices()).toMatchObject([{ isRead: true }]);
    await world.act(id, 'withdraw');
    expect(await notices()).toEqual([]);
  });

  it('are told once, also where it is published again', async () => {
    const { id, revision } = await world.published();
    await world.act(id, 'withdraw');
    expect((await world.act(id, 'publish', { revision })).statusCode).toBe(200);
    expect(await world.rows('select kind from events')).toHaveLength(1);
  });
});

function elementsOf(xml: string) {
  const found = { ids: [] as string[], titles: [] as string[], links: [] as string[], updated: [] as string[] };
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name === 'link') found.links.push(attributes['href']!.value);
  });
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'id') found.ids.push(text);
    if (name === 'title') found.titles.push(text.trim());
    if (name === 'updated') found.updated.push(text);
  });
  parser.write(xml).close();
  return found;
}
