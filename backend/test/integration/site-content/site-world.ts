import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FaqsContentWire, SiteSectionWire } from '../../../src/platform/wire/index.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestApi, type TestApi } from '../../support/test-app.js';

export const text = (en: string, es: string | null = null, ar: string | null = null) => ({ en, es, ar });

export const initial: FaqsContentWire = {
  title: text('Questions', 'Preguntas'),
  lead: text('Write to {{email}}.'),
  items: [
    { question: text('What does it cost?', '¿Cuánto cuesta?'), answer: { en: ['{{fee}}, once.'], es: null, ar: null }, action: null },
  ],
};
export const answering = (answer: string): FaqsContentWire => ({
  ...initial,
  items: [{ ...initial.items[0]!, answer: { en: [answer], es: null, ar: null } }],
});

/** Renders nothing but the questions: the real one is proved in the browser. */
const RENDERER = `const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const renderPage = async (language, { faqs }) =>
  \`<h2>\${escape(faqs.title)} (\${language})</h2>\` + faqs.items.map(({ answer }) => \`<p>\${escape(answer.join())}</p>\`).join('');
`;

/** A folder as the web app's build leaves it. */
function webApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-site-'));
  mkdirSync(join(folder, '.site'));
  for (const file of ['index.html', 'index.es.html', 'index.ar.html'])
    writeFileSync(
      join(folder, file),
      '<!doctype html><b nonce="__CSP_NONCE__"></b><div id="root"><p>built</p></div><!--site-content--><i></i>',
    );
  writeFileSync(join(folder, '.site/content.json'), JSON.stringify({ figures: { fee: '$50', email: 'a@example.com' }, faqs: initial }));
  writeFileSync(join(folder, '.site/renderer.mjs'), RENDERER);
  return folder;
}

/** Two API processes on one database, an admin and an auditor. */
export class SiteWorld {
  private constructor(
    readonly api: TestApi,
    readonly other: NestFastifyApplication,
    readonly admin: SignedIn,
    readonly auditor: SignedIn,
    private readonly folders: readonly string[],
  ) {}

  static async start(): Promise<SiteWorld> {
    const folder = webApp();
    const api = await createTestApi({ WEB_APP_DIR: folder });
    const { app, config } = await startTestApi(api.config.databaseUrl, { WEB_APP_DIR: folder });
    const [admin, auditor] = [await signedInTeam(api, 'admin'), await signedInTeam(api, 'auditor')];
    await api.em().execute(`update sessions set confirmed_at = now() + interval '1 hour'`);
    return new SiteWorld(api, app, admin, auditor, [folder, config.dataDir]);
  }

  async close(): Promise<void> {
    await this.other.close();
    await this.api.close();
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }

  /** A section that nobody has changed. */
  async reset(): Promise<void> {
    await this.rows('delete from site_publications');
    await this.rows('delete from site_sections');
  }

  rows = <T>(statement: string, values: readonly unknown[] = []) => this.api.em().execute<T[]>(statement, [...values]);
  get = (path = '', as = this.admin) => call(this.api, 'GET', `/admin/site-sections/faqs${path}`, undefined, as);
  act = (move: string, body: object, as = this.admin) => call(this.api, 'POST', `/admin/site-sections/faqs/${move}`, body, as);
  save = (revision: number, content: unknown, as = this.admin) =>
    call(this.api, 'PUT', '/admin/site-sections/faqs/draft', { revision, content }, as);

  section = async () => (await this.get()).json<SiteSectionWire>();

  /** Publishes this answer to the only question. */
  async publish(answer: string): Promise<void> {
    const saved = await this.save((await this.section()).revision, answering(answer));
    if (saved.statusCode !== 200) throw new Error(saved.body);
    const { revision, version } = await this.section();
    const response = await this.act('publish', { revision, version });
    if (response.statusCode !== 200) throw new Error(response.body);
  }

  page = async (language = 'en', app = this.api.app) => (await app.inject({ url: `/?language=${language}` })).body;
}
