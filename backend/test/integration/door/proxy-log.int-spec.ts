import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { multipartLimits } from '../../../src/platform/http/index.js';
import { scrub } from '../../../src/platform/observability/logger.js';
import { FileLinksService } from '../../../src/club/files/index.js';
import { letters } from '../../../src/messaging/mail/letters/letters.js';
import { UnsubscribeTokens } from '../../../src/messaging/preferences/unsubscribe-tokens.service.js';
import { NO_ID, routesOf } from '../../support/app-routes.js';
import { createTestApi } from '../../support/test-app.js';

const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
const api = await createTestApi();

/** Path parameters that name a record or a kind. Who may see one signs in; the address alone opens nothing. */
const NAMES_A_RECORD = [
  'id',
  'userId',
  'sessionId',
  'passkeyId',
  'refferalId',
  'page',
  'file',
  'history',
  'period',
  'slug',
  'section',
  'kind',
];
/** Path parameters that work for whoever has them. */
const IS_A_SECRET = ['token'];

/** What the proxy logs as the address of a request. */
function logged(address: string): string {
  const [, pattern, replacement] = /request>uri regexp (\S+) (\S+)/.exec(caddyfile) ?? [];
  if (pattern === undefined) return address;
  // Go's regular expressions write a group of the replacement as ${1}.
  return address.replaceAll(new RegExp(pattern, 'g'), replacement!.replace(/\$\{(\d)\}/g, '$$$1'));
}

describe("the proxy's log", () => {
  afterAll(() => api.close());

  it('filters access lines and error lines alike, without headers', () => {
    const logs = caddyfile.match(/^\t+log \{\n[^}]*\}/gm) ?? [];
    // One among the global options, where errors go, and one of the site.
    expect(logs).toHaveLength(2);
    for (const log of logs) expect(log).toContain('import private');
    const filter = /\(private\) \{[\s\S]*?\n\}/.exec(caddyfile)![0];
    expect(filter.match(/^\t+(request>headers|resp_headers) delete$/gm)).toHaveLength(2);
  });

  it.each(routesOf(api).map((route) => [`${route.method} ${route.path}`, route.path]))('shows no secret of %s', (_, path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const unknown = names.filter((name) => ![...NAMES_A_RECORD, ...IS_A_SECRET].includes(name));
    // A new path parameter: put it into one of the two lists above; a secret also needs the filter in deploy/Caddyfile.
    expect(unknown).toEqual([]);
    const address = path.replaceAll(/:(\w+)/g, (_whole, name: string) => (IS_A_SECRET.includes(name) ? 'canary-of-path' : NO_ID));
    expect(logged(`${address}?any=canary-of-query&token=canary-of-query`)).not.toContain('canary');
  });

  it('shows no link that the product makes', () => {
    const actor = { userId: NO_ID, sessionId: NO_ID };
    const file = api.app.get(FileLinksService, { strict: false }).linkFor(NO_ID, actor as never);
    const unsubscribe = api.app.get(UnsubscribeTokens, { strict: false });
    const [token, link] = [unsubscribe.issue(NO_ID, 'news'), unsubscribe.linkFor(NO_ID, 'news')];
    const { pathname } = new URL(link);
    expect([logged(file), logged(pathname)]).toEqual([`/api/v1/files/${NO_ID}?REDACTED`, '/api/v1/public/unsubscribe/REDACTED']);
    expect(pathname).toContain(token);
    for (const text of [file, link]) {
      const secret = text === file ? /sig=([^&]+)/.exec(file)![1]! : token;
      expect(scrub(`could not answer ${text}`)).not.toContain(secret);
    }
  });

  it.each(Object.entries(letters).map(([name, { action }]) => [name, action?.path ?? '/#/']))(
    'never gets the link of the letter %s: it is behind the #',
    (_, path) => {
      expect(path).toMatch(/^\/#\//);
      expect(scrub(path.replaceAll(/\{\{token\}\}/g, 'canary-of-43-characters-in-a-link-of-a-mail'))).not.toContain('canary');
    },
  );

  it('takes what the largest form holds', () => {
    const megabytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]);
    expect(megabytes * 1_000_000).toBeGreaterThan(multipartLimits.fileSize * multipartLimits.files);
  });
});
