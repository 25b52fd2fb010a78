import { describe, expect, it } from '@jest/globals';
import { isPublicAddress, webhookUrl } from './webhook-address.rules.js';

const rules = { ownHost: 'club.example', allowLoopback: false };
const read = (text: string) => {
  const url = webhookUrl(text, rules);
  return typeof url === 'string' ? url : url.href;
};

describe('webhookUrl', () => {
  it.each([
    ['https://hooks.example.com/in?key=1#part', 'https://hooks.example.com/in?key=1'],
    ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://93.184.216.34/', 'https://93.184.216.34/'],
    ['https://[2606:2800:220:1::1]/', 'https://[2606:2800:220:1::1]/'],
  ])('takes %s', (text, url) => expect(read(text)).toBe(url));

  it.each([
    ['hooks.example.com', 'unreadable'],
    ['https://', 'unreadable'],
    ['http://hooks.example.com/', 'not-https'],
    ['ftp://hooks.example.com/', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://user@hooks.example.com/', 'user-info'],
    ['https://user:secret@hooks.example.com/', 'user-info'],
    ['https://club.example/api', 'own-host'],
    ['https://CLUB.example./api', 'own-host'],
    [`https://hooks.example.com/${'x'.repeat(2000)}`, 'too-long'],
  ])('refuses %s as %s', (text, problem) => expect(read(text)).toBe(problem));

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://db.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://api/',
  ])('refuses %s: it is not on the internet', (text) => expect(read(text)).toBe('private'));

  it('allows this machine, and nothing else beyond the rule, where the setting does', () => {
    const relaxed = (text: string) => webhookUrl(text, { ...rules, allowLoopback: true });
    expect(relaxed('http://127.0.0.1:4000/in')).toMatchObject({ href: 'http://127.0.0.1:4000/in' });
    expect(relaxed('http://10.0.0.1/in')).toBe('not-https');
    expect(relaxed('https://10.0.0.1/in')).toBe('private');
    expect(relaxed('http://user@127.0.0.1:4000/in')).toBe('user-info');
  });
});

describe('isPublicAddress', () => {
  it('tells the internet from everything else', () => {
    expect(['93.184.216.34', '2606:2800:220:1::1'].every(isPublicAddress)).toBe(true);
    expect(['127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', 'fe80::1', 'no address'].some(isPublicAddress)).toBe(false);
  });
});
