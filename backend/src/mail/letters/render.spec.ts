import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { letters, type LetterName } from './letters.js';
import { renderLetter } from './render.js';

const publicUrl = 'https://club.example';
const token = 'A'.repeat(43);
/** Letters whose words need data; the others need none. */
const samples: Partial<Record<LetterName, Record<string, string | number>>> = {
  'confirm-email': { token },
  'reset-password': { token },
  'confirm-new-email': { token },
  'second-factor-added': { factor: 'a passkey' },
  'second-factor-removed': { factor: 'an authenticator app' },
  'recovery-code-used': { left: 7 },
  'reveal-alert': { count: 6 },
  'payment-rejected': { reason: 'The picture shows another amount' },
  'kyc-rejected': { reason: 'The photo is blurred' },
  'key-problem': { problem: 'The key may withdraw' },
};
const render = (name: LetterName, data: Record<string, string | number> = samples[name] ?? {}) => renderLetter(name, data as never, publicUrl);

describe('letters', () => {
  it.each(Object.keys(letters) as LetterName[])('%s says the same in text and in HTML', (name) => {
    const { subject, text, html } = render(name);
    expect(subject).toBe(letters[name].subject);
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
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '{', '}', 'script', '/', '=', 'a', '\n'), minLength: 1, maxLength: 60 }), (reason) => {
        const { html, subject } = render('kyc-rejected', { reason });
        const quoted = /<blockquote[^>]*>([\s\S]*)<\/blockquote>/.exec(html)?.[1] ?? '';
        expect(quoted).not.toMatch(/[<>"]/);
        expect(subject).toBe(letters['kyc-rejected'].subject);
      }),
    );
    expect(render('kyc-rejected', { reason: '<img src=x onerror=alert(1)>' }).html).toContain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;');
    expect(render('kyc-rejected', { reason: 'it’s {{publicUrl}} & more' }).text).toContain('it’s {{publicUrl}} & more');
  });

  it('refuses data of another shape before anything is queued', () => {
    expect(letters['confirm-email'].data.safeParse({ token: 'short' }).success).toBe(false);
    expect(letters['kyc-rejected'].data.safeParse({ reason: '' }).success).toBe(false);
  });
});
