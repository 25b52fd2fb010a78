import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The page's policy: our own files only; styles that the UI library writes at run time carry the nonce of the page. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Nothing of ours turns a text into script or markup; whatever would, stops here.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Serves the built web app from `directory`: hashed assets for ever, the page itself fresh and with a nonce of its own. */
export async function serveWebApp(fastify: FastifyInstance, directory: string): Promise<void> {
  const page = join(directory, 'index.html');
  if (!existsSync(page)) return; // an API without a web build, as in most tests
  const html = readFileSync(page, 'utf8');
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', nonce));
  };
  fastify.get('/', (_, reply) => sendPage(reply));
  fastify.get('/index.html', (_, reply) => sendPage(reply));
  await fastify.register(fastifyStatic, {
    root: directory,
    index: false,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['index.html', '**/*.map', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}
