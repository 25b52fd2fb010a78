import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { serveWebApp } from './web-app.js';

describe('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-page-'));
  let server: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style>');
    writeFileSync(join(folder, 'assets/app-1.js'), 'export {}');
    writeFileSync(join(folder, 'assets/app-1.js.map'), '{}');
    server = fastify();
    await serveWebApp(server, folder);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const policyOf = async () => {
    const { headers, body } = await server.inject({ url: '/' });
    return { body, policy: new Map(String(headers['content-security-policy']).split('; ').map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')])) };
  };

  it('runs our own scripts alone, frames nowhere, and turns no text into markup', async () => {
    const { policy } = await policyOf();
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'", 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self' blob: data:", 'base-uri': "'none'", 'object-src': "'none'", 'frame-ancestors': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'",
    });
  });

  it('has a nonce of its own each time, in its policy and in itself', async () => {
    const [first, second] = [await policyOf(), await policyOf()];
    const nonceOf = ({ policy }: { policy: Map<string, string> }) => /'nonce-([\w-]{22})'/.exec(policy.get('style-src') ?? '')?.[1];
    expect(first.body).toContain(`nonce="${nonceOf(first)}"`);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
  });

  it('is kept by nobody, its assets for ever, and no source map is served', async () => {
    expect((await server.inject({ url: '/' })).headers['cache-control']).toBe('no-store');
    expect((await server.inject({ url: '/assets/app-1.js' })).headers['cache-control']).toMatch(/immutable/);
    expect((await server.inject({ url: '/assets/app-1.js.map' })).statusCode).toBe(404);
  });
});
