import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisWorld, content } from './analysis-world.js';

/** Counts what it renders. The real one is proved in the browser. */
const RENDERER = `let rendered = 0;
export const renderPage = async () => '';
export const renderAnalysisPage = async (language, content, search) => ({
  title: content === null ? 'None' : content.post ? content.post.title : 'Market analysis',
  description: content?.post ? content.post.summary : 'All of them',
  markup: \`<p>\${JSON.stringify({ n: ++rendered, language, content, search }).replaceAll('<', '&lt;')}</p>\`,
});
`;
const PAGE = '<!doctype html><html><head><link href="__PUBLIC_URL__/og.png"><!--document-head--></head><body><!--document--></body></html>';

let folder: string;
let world: AnalysisWorld;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-documents-'));
  mkdirSync(join(folder, '.site'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>');
  for (const language of ['en', 'es', 'ar']) writeFileSync(join(folder, `.site/document.${language}.html`), PAGE);
  writeFileSync(join(folder, '.site/content.json'), '{}');
  writeFileSync(join(folder, '.site/renderer.mjs'), RENDERER);
  world = await AnalysisWorld.start({ WEB_APP_DIR: folder });
}, 180_000);
afterAll(async () => {
  await world.api.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.api.app.inject({ method, url, headers: { 'accept-encoding': 'identity', ...headers } });
const shown = (body: string) =>
  JSON.parse(/<p>(.*)<\/p>/.exec(body)![1]!.replaceAll('&lt;', '<')) as {
    n: number;
    language: string;
    search: string;
    content: { post?: { slug: string; body: string | null }; feed?: { posts: { slug: string }[]; next: string | null }; q?: string } | null;
  };

describe('an analysis as a page', () => {
  it('has its title, address and times in its head, and texts that cannot leave it', async () => {
    const { slug } = await world.published({ title: 'Up "or" <down>', summary: '</title><script> & __PUBLIC_URL__' });
    const response = await open(`/analysis/${slug}`);
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, max-age=30',
    ]);
    const head = response.body.slice(0, response.body.indexOf('</head>'));
    expect(head).toContain('<title>Up &quot;or&quot; &lt;down&gt; · Tidemark</title>');
    expect(head).toContain(`<link rel="canonical" href="https://club.example/analysis/${slug}">`);
    expect(head).toContain('<meta property="og:description" content="&lt;/title&gt;&lt;script&gt; &amp; __PUBLIC_URL__">');
    expect(head).toMatch(/<meta property="article:published_time" content="\d{4}-/);
    expect(head).toContain('<link href="https://club.example/og.png">');
    expect(response.body.match(/<script/g)).toBeNull();
    expect(String(response.headers['content-security-policy'])).toContain("script-src 'self'; style-src 'self'; img-src 'self'");
    expect((await open(`/analysis/${slug}`, {}, 'HEAD')).statusCode).toBe(200);
  });

  it('has a text for visitors where everybody may read it, also for a member with a session', async () => {
    const [open_, closed] = [await world.published(), await world.published({ title: 'For members', audience: 'members' })];
    const bodyOf = async (slug: string) =>
      shown((await open(`/analysis/${slug}`, { authorization: world.paying.token })).body).content!.post!.body;
    expect([await bodyOf(open_.slug), await bodyOf(closed.slug)]).toEqual([expect.stringContaining('64,100'), null]);
  });

  it('that is a draft, was withdrawn or is not there is a page with 404', async () => {
    const [draft, post] = [await world.draft({ title: 'A draft' }), await world.published({ title: 'Taken back' })];
    await world.act(post.id, 'withdraw', { revision: post.revision });
    for (const slug of [draft.slug, post.slug, 'nothing', '..%2F..%2Fetc', 'x'.repeat(90)]) {
      const response = await open(`/analysis/${slug}`);
      expect([slug, response.statusCode, response.headers['cache-control']]).toEqual([slug, 404, 'no-store']);
      expect(response.body).toContain('<meta name="robots" content="noindex">');
      expect(shown(response.body).content).toBeNull();
    }
  });

  it('is in the language of the browser, the cookie or the address', async () => {
    const { slug } = await world.published({ title: 'In languages' });
    const languageOf = async (query: string, headers: Record<string, string>) => {
      const response = await open(`/analysis/${slug}${query}`, headers);
      return [response.headers['content-language'], shown(response.body).language];
    };
    expect(await languageOf('', { 'accept-language': 'es-MX' })).toEqual(['es', 'es']);
    expect(await languageOf('', { 'accept-language': 'es', cookie: 'tidemark_language=ar' })).toEqual(['ar', 'ar']);
    expect(await languageOf('?language=en', { cookie: 'tidemark_language=ar' })).toEqual(['en', 'en']);
  });

  it('is rendered once, and again after a change', async () => {
    const post = await world.published({ title: 'Rendered' });
    const numberOf = async () => shown((await open(`/analysis/${post.slug}`)).body).n;
    const [first, again] = [await numberOf(), await numberOf()];
    expect(again).toBe(first);
    const change = { ...content({ title: 'Rendered', body: 'Another text' }), revision: post.revision };
    expect((await world.act(post.id, 'correct', change)).statusCode).toBe(200);
    const changed = await open(`/analysis/${post.slug}`);
    expect([shown(changed.body).n > first, shown(changed.body).content!.post!.body]).toEqual([true, 'Another text']);
  });
});

describe('the list of analyses as a page', () => {
  beforeAll(async () => {
    await world.rows('delete from rate_limits');
    for (let n = 1; n <= 21; n++) await world.published({ title: `Listed ${n}`, tags: ['listed'] });
  }, 120_000);

  it('has twenty, and leads to the older ones', async () => {
    const { content: list, search } = shown((await open('/analysis?tag=listed&utm_source=x')).body);
    expect([list!.feed!.posts.length, search]).toEqual([20, '?tag=listed']);
    const older = shown((await open(`/analysis?tag=listed&before=${encodeURIComponent(list!.feed!.next!)}`)).body);
    expect(older.content!.feed!.posts.map(({ slug }) => slug)).toEqual(['listed-1']);
    expect(shown((await open('/analysis?q=Listed')).body).content).toMatchObject({ q: 'Listed', feed: { posts: { length: 20 } } });
  });

  it('answers what it cannot read with a page or a sentence, and never with a failure of the server', async () => {
    for (const [query, status] of [
      ['?before=yesterday', 404],
      ['?tag=a%20b%20%3C', 404],
      ['?q=a&q=b', 400],
      ['?q=%00', 400],
      ['/%00', 404],
      ['?limit=5000', 404],
    ] as const)
      expect([query, (await open(`/analysis${query}`)).statusCode]).toEqual([query, status]);
    for (const address of ['/?q=a&q=b', '/?q=%00', '/sitemap.xml?q=%00'])
      expect([address, (await open(address)).statusCode]).toEqual([address, 400]);
  });

  it('is in the sitemap with its analyses, newest first', async () => {
    const { body } = await open('/sitemap.xml');
    expect(body).toMatch(/<loc>https:\/\/club\.example\/analysis<\/loc><lastmod>/);
    expect(body.indexOf('/analysis/listed-21<')).toBeGreaterThan(0);
    expect(body.indexOf('/analysis/listed-21<')).toBeLessThan(body.indexOf('/analysis/listed-20<'));
    expect(body).not.toContain('a-draft');
  });

  it('is asked for a limited number of times by one network', async () => {
    await world.rows(`update rate_limits set points = 1200 where key like 'analysisNetwork:%'`);
    const last = await open('/analysis');
    expect([last.statusCode, Number(last.headers['retry-after']) > 0, last.headers['content-type']]).toEqual([
      429,
      true,
      'text/plain; charset=utf-8',
    ]);
  });
});
