import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PublishedPages } from '../../../src/club/site-content/index.js';
import type { SitePublicationWire, SiteSectionWire } from '../../../src/platform/wire/index.js';
import { longAgo } from '../users/people.js';
import { signedInTeam } from '../../support/people.js';
import { until } from '../../support/until.js';
import { answering, initial, SiteWorld, text } from './site-world.js';

jest.setTimeout(120_000);

describe('the questions of the landing page', () => {
  let world: SiteWorld;
  beforeAll(async () => {
    world = await SiteWorld.start();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('begin with those of the build', async () => {
    expect(await world.section()).toEqual({
      id: 'faqs',
      draft: null,
      revision: 0,
      draftedBy: null,
      draftedAt: null,
      version: 0,
      publishedBy: null,
      publishedAt: null,
      content: initial,
      initial,
      figures: { fee: '$50', email: 'a@example.com' },
    } satisfies SiteSectionWire);
  });

  it('are read by visitors once they are published, and not before', async () => {
    expect((await world.save(0, answering('{{fee}} & <no> more'))).statusCode).toBe(200);
    expect(await world.page()).not.toContain('more');
    const response = await world.act('publish', { revision: 1, version: 0 });
    expect([response.statusCode, response.json<{ data: SiteSectionWire }>().data]).toEqual([
      200,
      expect.objectContaining({ draft: null, version: 1, publishedBy: 'Ann Walker', content: answering('{{fee}} & <no> more') }),
    ]);
    const page = await world.page();
    expect(page).toContain('<div id="root"><h2>Questions (en)</h2><p>$50 &amp; &lt;no> more</p></div><data id="site-content" hidden');
    expect(page).toMatch(/<b nonce="[\w-]{22}"><\/b>/);
    expect(page).not.toMatch(/<no>|<p>built/);
    expect(await world.page('es')).toContain('<h2>Preguntas (es)</h2>');
    const audited = await world.rows<{ action: string; detail: object }>(
      `select action, detail from audit_events where target_type = 'site section' and actor_id = ?`,
      [world.admin.userId],
    );
    expect(audited).toEqual(
      expect.arrayContaining([
        { action: 'site.draft', detail: { revision: 1 } },
        { action: 'site.publish', detail: { version: 1 } },
      ]),
    );
  });

  it('are shown by another process too', async () => {
    await world.publish('From the first process');
    const shown = (answer: string) => async () => (await world.page('en', world.other)).includes(`<p>${answer}</p>`) || null;
    expect(await until('page', shown('From the first process'))).toBe(true);
    await world.publish('From the first process again');
    expect(await until('new page', shown('From the first process again'))).toBe(true);
  });

  it('are rendered once for each publication', async () => {
    await world.publish('Once');
    const pages = world.api.app.get(PublishedPages, { strict: false });
    const shown = pages.current();
    await pages.refresh();
    expect(pages.current()).toBe(shown);
    expect(shown?.size).toBe(3);
  });

  it('keep a placeholder of the page as text', async () => {
    await world.publish('__CSP_NONCE__ and __PUBLIC_URL__');
    expect(await world.page()).toContain('<p>__CSP_NONCE__ and __PUBLIC_URL__</p>');
  });

  it('are published again as they were, also those of the build', async () => {
    await world.publish('First');
    await world.publish('Second');
    expect((await world.act('restore', { from: 1, version: 2 })).statusCode).toBe(200);
    expect([await world.page(), (await world.section()).content]).toEqual([expect.stringContaining('<p>First</p>'), answering('First')]);
    expect((await world.act('restore', { from: 0, version: 3 })).statusCode).toBe(200);
    expect([await world.page(), (await world.section()).content]).toEqual([expect.stringContaining('<p>built</p>'), initial]);
    const versions = (await world.get('/versions')).json<SitePublicationWire[]>();
    expect(versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
      [4, 0],
      [3, 1],
      [2, null],
      [1, null],
    ]);
  });

  it('are not published over what another admin saved or published', async () => {
    await world.publish('First');
    const { revision, version } = await world.section();
    expect((await world.save(revision, answering('Mine'))).statusCode).toBe(200);
    expect((await world.save(revision, answering('Theirs'))).statusCode).toBe(409);
    expect((await world.act('publish', { revision, version })).statusCode).toBe(409);
    expect((await world.act('discard', { revision })).statusCode).toBe(409);
    expect((await world.act('publish', { revision: revision + 1, version: version - 1 })).statusCode).toBe(409);
    expect((await world.act('restore', { from: 0, version: version - 1 })).statusCode).toBe(409);
    expect((await world.section()).draft).toEqual(answering('Mine'));
    const twice = await Promise.all([1, 2].map(() => world.act('publish', { revision: revision + 1, version })));
    expect(twice.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await world.section()).version).toBe(2);
  });

  it('are not published where nothing differs', async () => {
    await world.save(0, initial);
    expect((await world.act('publish', { revision: 1, version: 0 })).statusCode).toBe(409);
    expect((await world.act('restore', { from: 0, version: 0 })).statusCode).toBe(409);
    expect((await world.act('restore', { from: 7, version: 0 })).statusCode).toBe(404);
    expect((await world.act('discard', { revision: 1 })).statusCode).toBe(200);
    expect((await world.act('publish', { revision: 2, version: 0 })).statusCode).toBe(409);
  });

  it.each([
    ['a figure that there is none of', { ...initial, lead: text('{{nothing}}') }, ['content.lead.en']],
    ['a link that runs', withAction('javascript:alert(1)'), ['content.items.0.action.link']],
    ['no English', { ...initial, title: text('') }, ['content.title.en']],
    ['a question twice', { ...initial, items: [initial.items[0], initial.items[0]] }, ['content.items.1.question.en']],
    ['a text that reverses', { ...initial, title: text('a\u202Eb') }, ['content.title.en']],
    ['more than there is', { ...initial, items: Array.from({ length: 41 }, (_, at) => asking(`${at}?`)) }, ['content.items']],
    ['a field of its own', { ...initial, html: '<b>' }, ['content.html']],
  ])('are not saved with %s', async (_, content, fields) => {
    const response = await world.save(0, content);
    const named = response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    expect([response.statusCode, named]).toEqual([400, expect.arrayContaining(fields)]);
    expect((await world.section()).draft).toBeNull();
  });

  it('are published after a recent confirmation by those who may', async () => {
    await world.save(0, answering('Later'));
    expect((await world.act('publish', { revision: 1, version: 0 }, world.auditor)).statusCode).toBe(403);
    expect((await world.save(1, initial, world.auditor)).statusCode).toBe(403);
    expect((await world.get('', world.auditor)).statusCode).toBe(200);
    const admin = await signedInTeam(world.api, 'admin');
    await longAgo(world.api, admin);
    expect((await world.act('publish', { revision: 1, version: 0 }, admin)).statusCode).toBe(403);
    expect((await world.act('restore', { from: 0, version: 0 }, admin)).statusCode).toBe(403);
    expect((await world.section()).version).toBe(0);
  });
});

function asking(question: string) {
  return { ...initial.items[0]!, question: text(question) };
}
function withAction(link: string) {
  return { ...initial, items: [{ ...initial.items[0]!, action: { label: text('Go'), link } }] };
}
