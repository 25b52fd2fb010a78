import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { broadcastText } from './broadcast-text.rules.js';

const { subject, message } = broadcastText;
const refusal = (schema: typeof subject | typeof message, text: unknown) => schema.safeParse(text).error?.issues[0]?.message;

describe('the subject of a broadcast', () => {
  it.each(['Hello', 'é', '🌊 Tide', 'مرحبا بكم', 'x'.repeat(200), '🌊'.repeat(200), '=1+1', '<b>'])('may be %p', (text) => {
    expect(subject.parse(text)).toBe(text);
  });

  it('loses the blanks around it', () => {
    expect(subject.parse('  Hello \n')).toBe('Hello');
  });

  it.each([
    ['Hello\r\nBcc: everybody@example.com', /one line/],
    ['Hello\nthere', /one line/],
    ['Hello\u2028there', /one line/],
    ['Hello\u0000', /one line/],
    ['Hello\u001b[31m', /one line/],
    ['Hello\u0085there', /one line/],
    ['Pay \u202Egpj.exe', /direction/],
    ['Pay \u2066x\u2069', /direction/],
    ['x'.repeat(201), /200 characters/],
    [' ', /Enter a subject/],
    ['', /Enter a subject/],
    [undefined, /Enter a subject/],
    [{ $ne: '' }, /Enter a subject/],
  ])('may not be %p', (text, reason) => {
    expect(refusal(subject, text)).toMatch(reason);
  });

  it('is never more than one line, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const parsed = subject.safeParse(text);
        if (parsed.success) expect(parsed.data).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});

describe('the message of a broadcast', () => {
  it('keeps lines, tabs, emoji and every script', () => {
    expect(message.parse('One\r\nTwo\rThree\n\n\tFour 🌊 \u202Bעברית\u202C')).toBe('One\nTwo\nThree\n\n\tFour 🌊 \u202Bעברית\u202C');
  });

  it('may have 10,000 characters', () => {
    expect(message.parse('🌊'.repeat(10_000))).toHaveLength(20_000);
    expect(refusal(message, 'x'.repeat(10_001))).toMatch(/10,000 characters/);
  });

  it.each([
    ['\u0000', /control/],
    ['bell \u0007', /control/],
    ['\n \n', /Enter a message/],
    [7, /Enter a message/],
  ])('may not be %p', (text, reason) => {
    expect(refusal(message, text)).toMatch(reason);
  });
});
