import { createECDH } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { webPushSettings } from './web-push.config.js';

const pair = createECDH('prime256v1');
pair.generateKeys();
const given = {
  WEB_PUSH_PUBLIC_KEY: pair.getPublicKey('base64url'),
  WEB_PUSH_PRIVATE_KEY: pair.getPrivateKey().toString('hex').padStart(64, '0'),
  WEB_PUSH_SUBJECT: 'mailto:support@tidemark-club.com',
};
given.WEB_PUSH_PRIVATE_KEY = Buffer.from(given.WEB_PUSH_PRIVATE_KEY, 'hex').toString('base64url');

function read(changes: Partial<Parameters<typeof webPushSettings>[0]> = {}) {
  const problems: string[] = [];
  const settings = webPushSettings({ ...given, ...changes }, (name, work) => {
    try {
      return work();
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return undefined;
    }
  });
  return { settings, problems };
}

describe('webPushSettings', () => {
  it('are none without keys', () => {
    expect(read({ WEB_PUSH_PUBLIC_KEY: undefined, WEB_PUSH_PRIVATE_KEY: undefined, WEB_PUSH_SUBJECT: undefined })).toEqual({
      settings: null,
      problems: [],
    });
  });

  it('have the four services of browsers, and do not print the private key', () => {
    const { settings, problems } = read();
    expect([problems, settings?.privateKey, settings?.hosts.length]).toEqual([[], given.WEB_PUSH_PRIVATE_KEY, 4]);
    expect(JSON.stringify(settings)).not.toContain(given.WEB_PUSH_PRIVATE_KEY);
  });

  it.each(['https://tidemark-club.com/contact', 'mailto:a.b+c@sub.tidemark-club.com'])('take the subject %s', (subject) => {
    expect(read({ WEB_PUSH_SUBJECT: subject }).problems).toEqual([]);
  });

  it.each([
    'mailto:admin@localhost',
    'mailto:admin@club.local',
    'mailto:admin@club.invalid',
    'mailto:admin@club.LOCAL.',
    'https://localhost/contact',
    'https://localhost:3000',
    'https://club.local',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://tidemark-club.com',
    'support@tidemark-club.com',
    undefined,
  ])('refuse the subject %s', (subject) => {
    expect(read({ WEB_PUSH_SUBJECT: subject })).toEqual({ settings: null, problems: [expect.stringMatching(/^WEB_PUSH_SUBJECT must be/)] });
  });

  it.each([
    ['one key alone', { WEB_PUSH_PRIVATE_KEY: undefined }],
    ['keys that do not belong together', { WEB_PUSH_PUBLIC_KEY: `${given.WEB_PUSH_PUBLIC_KEY.slice(0, -2)}AA` }],
    ['a private key that is none', { WEB_PUSH_PRIVATE_KEY: 'abc' }],
  ])('refuse %s', (_, changes) => {
    const { settings, problems } = read(changes);
    expect([settings, problems]).toEqual([null, [expect.stringMatching(/^WEB_PUSH_PUBLIC_KEY/)]]);
    expect(problems.join()).not.toContain(given.WEB_PUSH_PRIVATE_KEY);
  });

  it.each(['localhost', '127.0.0.1', '*', '*.com', 'push.local', 'push.example.com:8443', 'https://push.example.com', ''])(
    'refuse the host %p',
    (hosts) => {
      expect(read({ WEB_PUSH_HOSTS: hosts }).problems).toEqual([expect.stringMatching(/^WEB_PUSH_HOSTS must be/)]);
    },
  );

  it('take this machine with the allowance for webhooks alone', () => {
    expect(read({ WEB_PUSH_HOSTS: 'localhost,*.push.example.com', WEBHOOK_LOOPBACK: true }).settings?.hosts).toEqual([
      'localhost',
      '*.push.example.com',
    ]);
  });
});
