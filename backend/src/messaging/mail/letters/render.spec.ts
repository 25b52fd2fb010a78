import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { letters, type LetterName } from './letters.js';
import { languages } from '../../../platform/domain/index.js';
import { renderLetter } from './render.js';

const publicUrl = 'https://club.example';
const token = 'A'.repeat(43);
/** Letters whose words need data; the others need none. */
const samples: Partial<Record<LetterName, Record<string, string | number>>> = {
  'confirm-email': { token },
  'choose-password': { token },
  'reset-password': { token },
  'admin-invitation': { token },
  'admin-added': { email: 'ada@club.example' },
  'confirm-new-email': { token },
  'second-factor-added': { factor: 'a passkey' },
  'second-factor-removed': { factor: 'an authenticator app' },
  'recovery-code-used': { left: 7 },
  'new-sign-in': { network: '203.0.113.0/24', at: '23 Nov 2026, 14:05 UTC' },
  'reveal-alert': { count: 6 },
  'payment-rejected': { reason: 'The picture shows another amount' },
  'kyc-rejected': { reason: 'The photo is blurred' },
  'kyc-declined': { reason: 'The document is not genuine' },
  'payment-declined': { reason: 'The proof is not genuine' },
  'key-problem': { problem: 'The key may withdraw' },
  'key-expires': { day: '2026-12-24' },
  'export-ready': { until: '23 Nov 2026, 14:05 UTC' },
  'erasure-received': { due: '22 Dec 2026' },
  'erasure-refused': { reason: 'Somebody else asked in your name' },
  'erasure-completed': { historyUntil: '22 Dec 2026', identityUntil: '22 Nov 2031' },
  signal: {
    subject: 'The club meets on Friday',
    message: 'Entry 64000',
    signalId: '019a0000-0000-7000-8000-000000000000',
    unsubscribeUrl: `${publicUrl}/api/v1/public/unsubscribe/abc`,
  },
  broadcast: {
    subject: 'The club meets on Friday',
    message: 'See you there.',
    unsubscribeUrl: `${publicUrl}/api/v1/public/unsubscribe/abc`,
  },
};
const render = (name: LetterName, data: Record<string, string | number> = samples[name] ?? {}) =>
  renderLetter(name, data as never, publicUrl);

/** What stands in the cell of that class. */
const inside = (html: string, name: string) => new RegExp(`<td class="${name}"[^>]*>([\\s\\S]*?)</td>`).exec(html)?.[1] ?? '';

describe('letters', () => {
  it.each(Object.keys(letters) as LetterName[])('%s says the same in text and in HTML', (name) => {
    const { subject, text, html } = render(name);
    expect(subject).toBe(letters[name].subject.replace('{{subject}}', 'The club meets on Friday'));
    for (const paragraph of letters[name].paragraphs.filter((words) => !words.includes('{{'))) {
      expect(text).toContain(paragraph);
      expect(html).toContain(paragraph);
    }
    expect(text + html).not.toMatch(/\{\{|undefined|\[object/);
    for (const value of Object.values(samples[name] ?? {})) {
      expect(text).toContain(String(value));
      expect(html).toContain(String(value));
    }
  });

  it('leads to the confirm page of the configured site, with the token behind the hash', () => {
    const { text, html } = render('confirm-email');
    expect(text).toContain(`\n${publicUrl}/#/emailconfirm/${token}\n`);
    expect(html).toContain(`href="${publicUrl}/#/emailconfirm/${token}"`);
  });

  it('asks for nobody by name before an address is confirmed', () => {
    expect(Object.keys(letters['confirm-email'].data.shape)).toEqual(['token']);
    expect(Object.keys(letters['address-already-registered'].data.shape)).toEqual([]);
  });

  it('shows a reason as text, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '{', '}', 'script', '/', '=', 'a', '\n'), minLength: 1, maxLength: 60 }),
        (reason) => {
          const { html, subject } = render('kyc-rejected', { reason });
          expect(inside(html, 'quote').replaceAll('<br>\n', '')).not.toMatch(/[<>"]/);
          expect(subject).toBe(letters['kyc-rejected'].subject);
        },
      ),
    );
    expect(render('kyc-rejected', { reason: '<img src=x onerror=alert(1)>' }).html).toContain(
      '&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;',
    );
    expect(render('kyc-rejected', { reason: 'it’s {{publicUrl}} & more' }).text).toContain('it’s {{publicUrl}} & more');
  });

  it('refuses data of another shape before anything is queued', () => {
    expect(letters['confirm-email'].data.safeParse({ token: 'short' }).success).toBe(false);
    expect(letters['kyc-rejected'].data.safeParse({ reason: '' }).success).toBe(false);
  });
});

const translated = (Object.keys(letters) as LetterName[]).filter((name) => 'translations' in letters[name]);

describe.each(['es', 'ar'] as const)('letters in %s', (language) => {
  it.each(translated)('%s has no English text left, and the direction of its language', (name) => {
    const { subject, text, html } = renderLetter(name, (samples[name] ?? {}) as never, publicUrl, language);
    const english = render(name);
    expect(subject).not.toBe(english.subject);
    const lines = new Set(english.text.split('\n').filter((line) => !line.includes('://') && !/^(--)?$/.test(line)));
    expect(text.split('\n').filter((line) => lines.has(line))).toEqual([]);
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`<td class="card" align="${language === 'ar' ? 'right' : 'left'}"`);
    for (const url of english.text.match(/https:[^ \n]+/g) ?? []) expect(text).toContain(url.replace(/[.]$/, ''));
    expect(text).not.toMatch(/[{}]|undefined|\[object/);
  });

  it('are English, from left to right, where there is no translation', () => {
    expect(renderLetter('kyc-received', {}, publicUrl, language)).toEqual(render('kyc-received'));
  });
});

it('has each letter to members about the account in every language', () => {
  expect(translated).toHaveLength(12);
  for (const name of translated) {
    const subjects = languages.map((language) => renderLetter(name, (samples[name] ?? {}) as never, publicUrl, language).subject);
    expect(new Set(subjects).size).toBe(languages.length);
  }
});

describe('a broadcast', () => {
  const message = 'Dear all,\n\nthe club meets on <b>Friday</b>.\n  Bring & share: https://club.example/?a=1&b=2\n\n\n\nYours';
  const unsubscribeUrl = `${publicUrl}/api/v1/public/unsubscribe/abc`;
  const { html, text, subject } = render('broadcast', { subject: 'Friday & <Saturday>', message, unsubscribeUrl });

  it('keeps lines and paragraphs', () => {
    expect(html).toMatch(
      new RegExp(
        '<p[^>]*>Dear all,</p>\\n<p[^>]*>the club meets on &lt;b&gt;Friday&lt;/b&gt;\\.<br>\\n {2}Bring &amp; share: [^<]*</p>\\n' +
          '<p[^>]*>Yours</p>',
      ),
    );
    expect(text).toContain('Dear all,\n\nthe club meets on <b>Friday</b>.\n  Bring & share: https://club.example/?a=1&b=2\n\nYours\n');
  });

  it('has a subject as it was typed, and shows it as text', () => {
    expect(subject).toBe('Friday & <Saturday>');
    expect(html).toContain('>Friday &amp; &lt;Saturday&gt;</h1>');
  });

  it('makes no link of what was typed', () => {
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([publicUrl, unsubscribeUrl]);
  });

  it('says how to stop news, and only news', () => {
    expect(text).toContain(`stop these mails:\n${unsubscribeUrl}\n`);
    const service = render('broadcast', { subject: 'Friday', message, unsubscribeUrl: '' });
    expect(service.html + service.text).not.toMatch(/stop these mails/i);
  });

  it('is text whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '"', "'", '&', '{{', '}}', '}', '{', '#if', 'script', '/', '=', 'a', '\n', '\r', '\t', '\u2028'),
          minLength: 1,
          maxLength: 60,
        }),
        (typed) => {
          const mail = render('broadcast', { subject: 'a', message: typed, unsubscribeUrl: '' });
          const shown = mail.html.slice(mail.html.indexOf('</h1>') + 5, mail.html.lastIndexOf('<tr><td class="muted"'));
          expect(shown.replaceAll(/<\/?(p|br|td|tr|table)\b[^<>]*>/g, '')).not.toMatch(/[<>"]/);
        },
      ),
    );
  });

  it('shows at most 120 characters beside the subject', () => {
    expect(render('broadcast', { subject: 'a', message: '🌊'.repeat(500), unsubscribeUrl: '' }).html).toContain(
      `>${'🌊'.repeat(120)}&#847;`,
    );
  });
});
