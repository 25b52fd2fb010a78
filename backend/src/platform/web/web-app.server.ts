import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentCoding, encode } from './content-coding.js';
import { robots, sitemap } from './crawlers.js';
import type { DocumentSource } from './document.messages.js';
import { serveDocuments } from './documents.server.js';
import { pageLanguage } from '../http/index.js';
import { refusePlainly } from './page-refusal.messages.js';
import { pagePolicy, pageTemplate, type PublishedPageSource, type SiteFacts } from './page.js';

const YEAR_SECONDS = 365 * 24 * 3600;
const HOUR_SECONDS = 3600;
const READ = ['GET', 'HEAD'];
const WORKER = 'service-worker.js';
/** A worker is held to the policy of its own file: it may ask this server and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Replaces a service worker that does harm: the browser installs this one at its next check, and it removes the caches and itself. */
const workerRemoval = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

export interface WebAppSources {
  newsOrigin?: string | null;
  published?: PublishedPageSource | null;
  /** Documents below one path. */
  documents?: { path: string; source: DocumentSource } | null;
}

/** Serves the built web app from `directory`: hashed assets are immutable, the page is never cached and has a fresh nonce. */
export async function serveWebApp(
  fastify: FastifyInstance,
  directory: string,
  site: SiteFacts,
  { newsOrigin = null, published = null, documents = null }: WebAppSources = {},
): Promise<void> {
  const index = join(directory, 'index.html');
  if (!existsSync(index)) return; // an API without a web build, as in most tests
  servePage(fastify, new Pages(directory, site, published), newsOrigin);
  serveText(fastify, '/robots.txt', 'text/plain; charset=utf-8', robots(site.publicUrl));
  if (documents) serveDocuments(fastify, directory, site, documents);
  const listed = async () => sitemap(site.publicUrl, (await documents?.source.addresses()) ?? []);
  serveText(fastify, '/sitemap.xml', 'application/xml; charset=utf-8', listed);
  const withWorker = site.serviceWorker ?? true;
  if (!withWorker) serveText(fastify, `/${WORKER}`, 'text/javascript; charset=utf-8', workerRemoval, 'no-cache');
  await fastify.register((files) => serveFiles(files, directory, withWorker ? [] : [WORKER]));
}

type Page = (nonce: string) => string;

const PAGE = /^index(?:\.([\w-]+))?\.html$/;

/** The page in each language: index.html is English, index.<language>.html the others. Filled in once for each publication. */
class Pages {
  readonly languages: ReadonlySet<string>;
  private readonly files: ReadonlyMap<string, string>;
  private shown: ReturnType<PublishedPageSource['current']> = null;
  private pages: ReadonlyMap<string, Page>;

  constructor(
    directory: string,
    private readonly site: SiteFacts,
    private readonly published: PublishedPageSource | null,
  ) {
    this.files = new Map(
      readdirSync(directory).flatMap((file): [string, string][] => {
        const [, language = 'en'] = PAGE.exec(file) ?? [null, null];
        return language === null ? [] : [[language, readFileSync(join(directory, file), 'utf8')]];
      }),
    );
    this.languages = new Set(this.files.keys());
    this.pages = this.fill();
  }

  get(language: string): Page {
    const current = this.published?.current() ?? null;
    if (current !== this.shown) {
      this.shown = current;
      this.pages = this.fill();
    }
    const page = this.pages.get(language);
    if (!page) throw new Error(`There is no page in ${language}`);
    return page;
  }

  private fill(): ReadonlyMap<string, Page> {
    const of = (language: string, html: string) => pageTemplate(html, this.site, this.shown?.get(language) ?? null);
    return new Map([...this.files].map(([language, html]) => [language, of(language, html)]));
  }
}

/**
 * Sends the page in the language of the request, compressed. It is the only response that is: it contains its nonce, but nothing of the
 * request or a person that its size could reveal (BREACH). Responses of the API contain both and are not compressed.
 */
function servePage(fastify: FastifyInstance, pages: Pages, newsOrigin: string | null): void {
  const handler = async ({ headers, query }: FastifyRequest, reply: FastifyReply) => {
    const { language: parameter } = query as { language?: unknown };
    const language = pageLanguage({ parameter, cookie: headers.cookie, acceptLanguage: headers['accept-language'] }, pages.languages);
    const page = pages.get(language);
    const nonce = randomBytes(16).toString('base64url');
    const coding = contentCoding(headers['accept-encoding']);
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    void reply
      .header('content-security-policy', pagePolicy(nonce, newsOrigin))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', language)
      .type('text/html; charset=utf-8');
    return encode(page(nonce), coding);
  };
  for (const url of ['/', '/index.html']) fastify.route({ method: READ, url, handler, errorHandler: refusePlainly });
}

function serveText(
  fastify: FastifyInstance,
  url: string,
  type: string,
  text: string | (() => Promise<string>),
  caching = `public, max-age=${HOUR_SECONDS}`,
): void {
  fastify.route({
    method: READ,
    url,
    errorHandler: refusePlainly,
    handler: async (_, reply) =>
      reply
        .header('cache-control', caching)
        .type(type)
        .send(typeof text === 'string' ? text : await text()),
  });
}

/** Serves the build's files, precompressed where the client accepts it. */
async function serveFiles(fastify: FastifyInstance, directory: string, except: string[]): Promise<void> {
  const assets = join(directory, 'assets') + sep;
  fastify.addHook('onRequest', async ({ headers }) => {
    // The plugin reads "*" as Brotli even if Brotli is refused: it gets the negotiated coding.
    headers['accept-encoding'] = contentCoding(headers['accept-encoding']);
  });
  await fastify.register(fastifyStatic, {
    root: directory,
    index: false,
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', 'index.*.html', '**/*.{map,br,gz}', '.vite/**', '.site/**', ...except],
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.endsWith(`${sep}${WORKER}`)) void reply.header('content-security-policy', WORKER_POLICY);
      void reply.header('cache-control', path.startsWith(assets) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}
