import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import english from '../../../../locales/en/reasons.json' with { type: 'json' };
import { languages, type Language } from '../../../platform/domain/index.js';
import type { Letter, LetterText } from './letter.types.js';
import { letterSamples as samples, type LetterSample as Data } from '../../../../test/support/letter-samples.js';
import { letters, type LetterName } from './letters.js';
import { renderLetter } from './render.js';

const publicUrl = 'https://club.example';
const token = 'A'.repeat(43);
const instant = '2026-11-23T14:05:00.000Z';
const unsubscribeUrl = `${publicUrl}/api/v1/public/unsubscribe/abc`;
const names = Object.keys(letters) as LetterName[];
const samplesOf = (name: LetterName): Data[] => samples[name] ?? [{}];
const renderIn = (language: Language, name: LetterName, data: Data = samplesOf(name)[0]!) =>
  renderLetter(name, letters[name].data.parse(data) as never, publicUrl, language);
const render = (name: LetterName, data?: Data) => renderIn('en', name, data);

/** Contents of the cell of that class. */
const inside = (html: string, name: string) => new RegExp(`<td class="${name}"[^>]*>([\\s\\S]*?)</td>`).exec(html)?.[1] ?? '';

describe('letters', () => {
  it.each(names)('%s says the same in text and in HTML', (name) => {
    const { subject, text, html } = render(name);
    expect(subject).toBe(
      letters[name].subject
        .replace('{subject}', 'The club meets on Friday')
        .replace('{number}', 'TM-2026-000123')
        .replace('{title}', 'Questions and answers')
        .replace('{symbol}', 'BTC/USDT')
        .replace('{level}', '60,000')
        .replace('{percent}', name === 'alert-near-entry' ? '1.5' : '1')
        .replace(/^\{count, .*\}\}/, '8 updates'),
    );
    for (const paragraph of letters[name].paragraphs.filter((words) => !words.includes('{'))) {
      expect(text).toContain(paragraph);
      expect(html).toContain(paragraph);
    }
  });

  it.each(languages.flatMap((language) => names.map((name) => [language, name] as const)))(
    'in %s: %s has every value',
    (language, name) => {
      for (const data of samplesOf(name)) {
        const { subject, text, html } = renderIn(language, name, data);
        const body = html.slice(html.indexOf('<body'));
        expect(subject + text + body).not.toMatch(/[{}]|undefined|null|\[object|NaN|Invalid/);
        for (const value of [data['words'], data['email'], data['network'], data['left'], ...[data['rights'] ?? []].flat()].filter(
          Boolean,
        )) {
          expect(text).toContain(String(value));
          expect(body).toContain(String(value));
        }
      }
    },
  );

  it('have the same form in every language', () => {
    const form = ({ paragraphs, notes = [], action }: LetterText) => [paragraphs.length, notes.length, action?.path];
    for (const name of names) {
      const definition: Letter = letters[name];
      for (const texts of Object.values(definition.translations ?? {})) expect([name, ...form(texts)]).toEqual([name, ...form(definition)]);
    }
  });

  it('leads to the confirm page of the configured site, with the token behind the hash', () => {
    const { text, html } = render('confirm-email');
    expect(text).toContain(`\n${publicUrl}/#/emailconfirm/${token}\n`);
    expect(html).toContain(`href="${publicUrl}/#/emailconfirm/${token}"`);
  });

  it('reminds of a subscription on its page, and of every other invoice on the page that pays it', () => {
    const data = { number: 'TM-2026-000123', rest: '50.00', due: instant };
    expect(render('invoice-reminder', data).text).toContain(`${publicUrl}/#/subscriptionpayment\n`);
    const invoiceId = '0190a1f0-0000-7000-8000-000000000001';
    expect(render('invoice-reminder', { ...data, invoiceId }).text).toContain(`${publicUrl}/#/invoices/${invoiceId}/pay\n`);
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

const translated = names.filter((name) => 'translations' in letters[name]);
/** Their subject and text are in the language they were written in. */
const byAdministrators = names.filter((name) => 'message' in letters[name] && !('values' in letters[name]));
const quotes = [
  '> The request came from another person',
  '> The account holds coins we do not trade',
  '> The exit closed this entry',
  '> You are right',
];
const written = ['The club meets on Friday', 'Entry 64000', 'See you there.'];

describe.each(['es', 'ar'] as const)('letters in %s', (language) => {
  it.each(translated)('%s has no English text left, and the direction of its language', (name) => {
    const { subject, text, html } = renderIn(language, name);
    const english = render(name);
    const isWritten = byAdministrators.includes(name);
    expect(subject === english.subject).toBe(isWritten);
    // Reasons by a person are quoted in their own language.
    const own = (line: string) =>
      line.includes('://') || /^(--)?$/.test(line) || quotes.includes(line) || (isWritten && written.includes(line));
    const lines = new Set(english.text.split('\n').filter((line) => !own(line)));
    expect(text.split('\n').filter((line) => lines.has(line))).toEqual([]);
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`<td class="card" align="${language === 'ar' ? 'right' : 'left'}"`);
    for (const url of english.text.match(/https:[^ \n]+/g) ?? []) expect(text).toContain(url.replace(/[.]$/, ''));
  });

  it('are English, from left to right, where there is no translation', () => {
    expect(renderIn(language, 'admin-added')).toEqual(render('admin-added'));
  });
});

it('has each letter to members in every language, but for those with texts by administrators', () => {
  expect(names.filter((name) => !translated.includes(name))).toEqual(['admin-invitation', 'reveal-alert', 'admin-added']);
  for (const name of translated.filter((one) => !byAdministrators.includes(one))) {
    const subjects = languages.map((language) => renderIn(language, name).subject);
    expect(new Set(subjects).size).toBe(languages.length);
  }
});

describe('values', () => {
  const line = (language: Language, name: LetterName, data: Data, start: string) =>
    renderIn(language, name, data)
      .text.split('\n')
      .find((one) => one.startsWith(start));

  it('are dates in the language of the letter, in UTC', () => {
    expect(line('en', 'new-sign-in', { network: null, at: instant }, 'Time')).toBe('Time: 23 November 2026 at 14:05 UTC');
    expect(line('es', 'new-sign-in', { network: null, at: instant }, 'Fecha')).toBe(
      'Fecha y hora: 23 de noviembre de 2026 a las 14:05 UTC',
    );
    expect(line('ar', 'new-sign-in', { network: null, at: instant }, 'الوقت')).toBe('الوقت: \u206823 نوفمبر 2026 في 14:05 UTC\u2069');
    expect(line('en', 'invoice-reminder', samples['invoice-reminder']![0]!, 'Invoice TM-2026-000123 was')).toBe(
      'Invoice TM-2026-000123 was due on 23 November 2026. We have not received 1,234.50 USD of it yet.',
    );
    expect(renderIn('es', 'key-expires').html).toContain('>La clave de su exchange caduca el 24 de diciembre de 2026</h1>');
    expect(renderIn('ar', 'key-expires').html).toContain('<bdi>24 ديسمبر 2026</bdi></h1>');
  });

  it('have a direction of their own in Arabic, and only there', () => {
    const { text, html } = renderIn('ar', 'new-sign-in');
    expect(text).toContain('\u2068203.0.113.0/24\u2069');
    expect(html).toContain('<bdi>203.0.113.0/24</bdi>');
    expect(renderIn('ar', 'erasure-refused').text).toContain('> \u2068The request came from another person\u2069');
    expect(inside(renderIn('ar', 'payment-rejected').html, 'quote')).toMatch(/\p{Script=Arabic}\. <bdi>12 USDT arrived<\/bdi>$/u);
    for (const language of ['en', 'es'] as const)
      for (const name of names) expect(Object.values(renderIn(language, name)).join('')).not.toMatch(/[\u2066-\u2069]|<bdi>/);
  });

  it('cannot end the direction of their own', () => {
    const { text, html } = renderIn('ar', 'kyc-declined', { reason: 'Stored', code: 'not-genuine', words: 'a\u2069<b>\u2066c' });
    expect(text).toContain('\u2068a<b>c\u2069');
    expect(html).toContain('<bdi>a&lt;b&gt;c</bdi>');
  });

  it('have a direction of their own on each line', () => {
    const { text, html } = renderIn('ar', 'kyc-declined', { reason: 'Stored', code: 'not-genuine', words: 'one\r\ntwo' });
    expect(text).toContain(' \u2068one\u2069\n> \u2068two\u2069\n');
    expect(html).toContain(' <bdi>one</bdi><br>\n<bdi>two</bdi></td>');
  });

  it('are lists in the language of the letter', () => {
    expect(render('key-problem').text).toContain('withdrawals and spot trading.');
    expect(renderIn('es', 'key-problem').text).toContain('withdrawals y spot trading.');
    expect(renderIn('ar', 'key-problem').text).toContain('\u2068withdrawals\u2069 و\u2068spot trading\u2069');
  });

  it('are reasons with advice, unless the decision is final', () => {
    const { sentence, advice } = english.kyc['address-old'];
    const data = { reason: 'Stored', code: 'address-old', words: 'It is of May.' };
    expect(render('kyc-rejected', data).text).toContain(`> ${sentence} ${advice} It is of May.\n`);
    expect(render('kyc-declined', data).text).toContain(`> ${sentence} It is of May.\n`);
  });
});

describe('data queued by earlier versions', () => {
  it.each<[LetterName, Data, string]>([
    ['second-factor-added', { factor: 'an authenticator app' }, 'An authenticator app was added'],
    ['second-factor-added', { factor: 'new recovery codes' }, 'New recovery codes'],
    ['second-factor-removed', { factor: 'every second factor' }, 'Every second factor'],
    ['new-sign-in', { network: 'unknown', at: '23 Nov 2026, 14:05 UTC' }, 'Network: unknown\n\nTime: 23 Nov 2026, 14:05 UTC\n'],
    ['kyc-rejected', { reason: 'The photo is blurred' }, '> The photo is blurred\n'],
    ['key-problem', { problem: 'The key may do more than read: trading.' }, '> The key may do more than read: trading.\n'],
    ['export-ready', { until: '23 Nov 2026, 14:05 UTC' }, 'until 23 Nov 2026, 14:05 UTC.'],
    ['erasure-received', { due: '22 Dec 2026' }, 'by 22 Dec 2026.'],
    ['erasure-completed', { historyUntil: '22 Dec 2026', identityUntil: '22 Nov 2031' }, 'on 22 Dec 2026.'],
  ])('can still be sent: %s %j', (name, data, expected) => {
    expect(render(name, data).text).toContain(expected);
    expect(renderIn('ar', name, data).text).not.toMatch(/[{}]|undefined|Invalid/);
  });
});

describe('reasons', () => {
  it.each(['kyc', 'payment'] as const)('for %s are in every language', (group) => {
    for (const code of Object.keys(english[group])) {
      const quotes = languages.map((language) => inside(renderIn(language, `${group}-rejected`, { reason: 'Stored', code }).html, 'quote'));
      expect([code, new Set([...quotes, 'Stored']).size]).toEqual([code, languages.length + 1]);
    }
  });

  it('why a key was refused are in every language', () => {
    for (const code of Object.keys(english.key)) {
      const quotes = languages.map((language) => inside(renderIn(language, 'key-problem', { problem: 'Stored', code }).html, 'quote'));
      expect([code, new Set([...quotes, 'Stored']).size]).toEqual([code, languages.length + 1]);
    }
  });
});

describe('a broadcast', () => {
  const message = 'Dear all,\n\nthe club meets on <b>Friday</b>.\n  Bring & share: https://club.example/?a=1&b=2\n\n\n\nYours';
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
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      publicUrl,
      unsubscribeUrl,
      `${publicUrl}/#/notification-settings`,
    ]);
  });

  it('says how to stop news, and only news', () => {
    expect(text).toContain(`To stop receiving news by email, unsubscribe:\n${unsubscribeUrl}\n`);
    const service = render('broadcast', { subject: 'Friday', message, unsubscribeUrl: '' });
    expect(service.html + service.text).not.toMatch(/stop receiving|unsubscribe/i);
  });

  it('of a kind ends with how to stop it, where it can be stopped, and with where to choose', () => {
    const footer = (kind: 'key-warning' | 'payment', url: string) =>
      renderLetter('key-expires', { day: '2026-12-05' }, publicUrl, 'en', { kind, unsubscribeUrl: url }).text;
    expect(footer('key-warning', unsubscribeUrl)).toContain(
      `To stop receiving warnings about your exchange key by email, unsubscribe:\n${unsubscribeUrl}\n\n` +
        `Notification settings:\n${publicUrl}/#/notification-settings\n`,
    );
    expect(footer('payment', '')).toContain(`Notification settings:\n${publicUrl}/#/notification-settings\n`);
    expect(footer('payment', '')).not.toMatch(/stop receiving|unsubscribe/i);
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
