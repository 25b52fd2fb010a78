import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { serveWebApp } from './web-app.server.js';

const script = 'export const tide = 1;\n'.repeat(100);

describe('the web app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-page-'));
  let server: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, '.vite'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><link rel="canonical" href="__PUBLIC_URL__/"><style nonce="__CSP_NONCE__"></style>',
    );
    writeFileSync(join(folder, 'assets/app-1.js'), script);
    writeFileSync(join(folder, 'assets/app-1.js.br'), 'small as Brotli');
    writeFileSync(join(folder, 'assets/app-1.js.gz'), 'small as gzip');
    writeFileSync(join(folder, 'assets/app-1.js.map'), '{}');
    writeFileSync(join(folder, 'assets/face-1.woff2'), 'wOF2');
    writeFileSync(join(folder, '.vite/manifest.json'), '{}');
    writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Tidemark"}');
    writeFileSync(join(folder, 'service-worker.js'), 'const version = 1;');
    server = fastify({ exposeHeadRoutes: false });
    await serveWebApp(server, folder, { publicUrl: 'https://club.example', publicConfig: {} });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  const policyOf = async () => {
    const { headers, body } = await get('/');
    return {
      body,
      policy: new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')]),
      ),
    };
  };

  describe('as a page', () => {
    it('runs our own scripts alone, frames nowhere, and turns no text into markup', async () => {
      const { policy } = await policyOf();
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'img-src': "'self' blob: data:",
        'base-uri': "'none'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'service-worker',
        'worker-src': "'self'",
      });
    });

    it('frames its own files, and the one site with news where there is one', async () => {
      expect((await policyOf()).policy.get('frame-src')).toBe("'self'");
      const other = fastify({ exposeHeadRoutes: false });
      await serveWebApp(other, folder, { publicUrl: 'https://club.example', publicConfig: {} }, { newsOrigin: 'https://news.example' });
      expect(String((await other.inject({ url: '/' })).headers['content-security-policy'])).toContain(
        "; frame-src 'self' https://news.example; ",
      );
      await other.close();
    });

    it('has a nonce of its own each time, in its policy and in itself', async () => {
      const [first, second] = [await policyOf(), await policyOf()];
      const nonceOf = ({ policy }: { policy: Map<string, string> }) => /'nonce-([\w-]{22})'/.exec(policy.get('style-src') ?? '')?.[1];
      expect(first.body).toContain(`nonce="${nonceOf(first)}"`);
      expect(nonceOf(first)).not.toBe(nonceOf(second));
    });

    it('names the address at which the site is known', async () => {
      expect((await get('/')).body).toContain('<link rel="canonical" href="https://club.example/">');
    });

    it('is kept by nobody and answers under its file name too', async () => {
      for (const url of ['/', '/index.html', '/?from=mail']) {
        const { statusCode, headers } = await get(url);
        expect({ statusCode, kept: headers['cache-control'], type: headers['content-type'], vary: headers['vary'] }).toEqual({
          statusCode: 200,
          kept: 'no-store',
          type: 'text/html; charset=utf-8',
          vary: 'accept-encoding, accept-language, cookie',
        });
      }
    });

    it.each([
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ])('goes out for %j in %s', async (accepted, coding, decode) => {
      const { headers, rawPayload } = await get('/', { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(coding);
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(decode(rawPayload).toString()).toMatch(/^<!doctype html>/);
    });

    it('answers HEAD like GET', async () => {
      const [head, page] = [await server.inject({ method: 'HEAD', url: '/' }), await get('/')];
      expect(head.statusCode).toBe(200);
      for (const name of ['content-type', 'content-length', 'cache-control', 'vary']) expect(head.headers[name]).toBe(page.headers[name]);
    });

    it.each(['/assets/gone-1.js', '/login', '/favicon-of-old.ico', '/assets', '/assets/', '/..%2fpackage.json'])(
      'is no answer to %s',
      async (url) => {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode, headers } = await server.inject({ method, url });
          expect(statusCode).toBe(404);
          expect(headers['content-type']).not.toMatch(/html/);
        }
      },
    );
  });

  describe('as files', () => {
    it('keeps hashed names for ever and asks again for the others', async () => {
      expect((await get('/assets/app-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect((await get('/manifest.webmanifest')).headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': expect.stringMatching(/^application\/manifest\+json/),
      });
    });

    it.each(['/assets/app-1.js.map', '/assets/app-1.js.br', '/assets/app-1.js.gz', '/.vite/manifest.json'])(
      'does not serve %s by its name',
      async (url) => {
        expect((await get(url)).statusCode).toBe(404);
      },
    );

    it.each([
      ['gzip, br', 'br', 'small as Brotli'],
      ['gzip', 'gzip', 'small as gzip'],
      ['br;q=0, *', 'gzip', 'small as gzip'],
      ['identity', undefined, script],
      ['*;q=0', undefined, script],
    ])('sends a script for %j in %s', async (accepted, coding, body) => {
      const response = await get('/assets/app-1.js', { 'accept-encoding': accepted });
      expect(response.body).toBe(body);
      expect(response.headers['content-encoding']).toBe(coding);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringMatching(/javascript/),
        vary: expect.stringMatching(/accept-encoding/i),
      });
    });

    it('sends what is compressed in itself as it is', async () => {
      const { headers, body } = await get('/assets/face-1.woff2', { 'accept-encoding': 'gzip, br' });
      expect({ body, coding: headers['content-encoding'], type: headers['content-type'] }).toEqual({
        body: 'wOF2',
        coding: undefined,
        type: 'font/woff2',
      });
    });

    it('spares a visitor who holds the same bytes, in each coding by a tag of its own', async () => {
      const tags = new Set<string>();
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { headers } = await get('/assets/app-1.js', { 'accept-encoding': accepted });
        tags.add(String(headers['etag']));
        expect((await get('/assets/app-1.js', { 'accept-encoding': accepted, 'if-none-match': String(headers['etag']) })).statusCode).toBe(
          304,
        );
      }
      expect(tags.size).toBe(3);
    });
  });

  it('serves the service worker for a check at each visit, or one that removes it', async () => {
    const built = await get('/service-worker.js');
    expect(built.body).toBe('const version = 1;');
    expect(built.headers['cache-control']).toBe('no-cache');
    expect(built.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    const off = fastify({ exposeHeadRoutes: false });
    await serveWebApp(off, folder, { publicUrl: 'https://club.example', publicConfig: {}, serviceWorker: false });
    const removal = await off.inject({ url: '/service-worker.js' });
    expect(removal.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringMatching(/^text\/javascript/) });
    expect(removal.body).toContain('registration.unregister()');
    expect(removal.body).not.toContain('version');
    await off.close();
  });

  it('tells crawlers what to read, at the address of the site', async () => {
    const [rules, map] = [await get('/robots.txt'), await get('/sitemap.xml')];
    expect(rules.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(rules.body).toContain('Sitemap: https://club.example/sitemap.xml');
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(map.body).toContain('<loc>https://club.example/</loc>');
  });

  it('is not there where none was built', async () => {
    const api = fastify();
    await serveWebApp(api, join(folder, 'nothing'), { publicUrl: 'https://club.example', publicConfig: {} });
    expect((await api.inject({ url: '/' })).statusCode).toBe(404);
    await api.close();
  });
});
