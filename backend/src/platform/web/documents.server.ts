import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage } from '../http/index.js';
import { contentCoding, encode } from './content-coding.js';
import { documentTemplate, type DocumentSource } from './document.messages.js';
import { documentPolicy, type SiteFacts } from './page.js';
import { refusePlainly } from './page-refusal.messages.js';

const PAGE = /^document\.([\w-]+)\.html$/;
/** A page shared by everybody; a change of it shows this much later. */
const BRIEFLY = 'public, max-age=30';

/** Serves a list at `path`, and its documents below it, from the pages that the web app's build left in `directory`. */
export function serveDocuments(
  fastify: FastifyInstance,
  directory: string,
  site: SiteFacts,
  { path, source }: { path: string; source: DocumentSource },
): void {
  const folder = join(directory, '.site');
  if (!existsSync(folder)) return; // a web build of before
  const templates = new Map(
    readdirSync(folder).flatMap((file): [string, ReturnType<typeof documentTemplate>][] => {
      const [, language = null] = PAGE.exec(file) ?? [];
      return language === null ? [] : [[language, documentTemplate(readFileSync(join(folder, file), 'utf8'), site)]];
    }),
  );
  if (templates.size === 0) return;
  const languages = new Set(templates.keys());
  const handler = async ({ headers, query, params, ip }: FastifyRequest, reply: FastifyReply) => {
    const { language: parameter } = query as { language?: unknown };
    const language = pageLanguage({ parameter, cookie: headers.cookie, acceptLanguage: headers['accept-language'] }, languages);
    const { slug = null } = params as { slug?: string };
    const document = await source.find({ slug, query, language, ip });
    const coding = contentCoding(headers['accept-encoding']);
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    void reply
      .status(document.status)
      .header('content-security-policy', documentPolicy)
      .header('cache-control', document.status === 200 ? BRIEFLY : 'no-store')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', language)
      .type('text/html; charset=utf-8');
    return encode(templates.get(language)!(document), coding);
  };
  for (const url of [path, `${path}/:slug`]) fastify.route({ method: ['GET', 'HEAD'], url, handler, errorHandler: refusePlainly });
}
