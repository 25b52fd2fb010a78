import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exampleValues, fieldProblem, fillFields, personalFieldNames, requiredFields } from './personal-fields.rules.js';

describe('personal fields', () => {
  it('are filled, with their fallback where there is no value', () => {
    const values = { first_name: 'Zoë', currency: null, country: '  ' };
    const text = 'Dear {{first_name}}, {{ currency | dollars }} in {{country|your country}}{{first_name|x}}';
    expect(fillFields(text, values)).toEqual({ text: 'Dear Zoë, dollars in your countryZoë', missing: [] });
  });

  it('stay as they are without value and fallback, and are named', () => {
    expect(fillFields('{{currency}} {{last_name}} {{currency}}', { last_name: 'Li' })).toEqual({
      text: '{{currency}} Li {{currency}}',
      missing: ['currency'],
    });
    expect(requiredFields('{{currency|x}} {{first_name}}', '{{currency}} {{country|a}}')).toEqual(['first_name', 'currency']);
  });

  it('are filled once: what a value looks like is never filled again', () => {
    expect(fillFields('{{first_name}}', { first_name: '{{last_name}} $& {x}', last_name: 'secret' }).text).toBe('{{last_name}} $& {x}');
  });

  it('bring no line and no change of direction into a subject', () => {
    expect(fillFields('Hi {{first_name}}', { first_name: 'A\r\nBcc: b@example.com\u202Ex' }).text).toBe('Hi A  Bcc: b@example.com x');
  });

  it.each([
    ['{{frist_name}}', /^Line 1, character 1: “\{\{frist_name\}\}” is not a personal field\. The fields are first_name, /],
    ['Hi\n  {{ nick | x }}', /^Line 2, character 3: “\{\{ nick \| x \}\}” is not/],
    ['🌊 {{}}', /^Line 1, character 3: “\{\{\}\}” names no field/],
    ['{{first_name|}}', /empty fallback/],
    ['{{first_name|a|b}}', /more than one fallback/],
    [`{{first_name|${'x'.repeat(61)}}}`, /more than 60 characters/],
    ['a {{first_name', /^Line 1, character 3: “\{\{” begins .* does not end/],
    ['{{first\nname}}', /^Line 1, character 1: “\{\{” begins/],
    ['first_name}}', /^Line 1, character 11: “\}\}” ends/],
    ['{{{first_name}}}', /begins|ends/],
    ['{{constructor}}', /is not a personal field/],
    ['{{first_name}}'.repeat(51), /50 personal fields at most/],
  ])('cannot be written as %p', (text, problem) => {
    expect(fieldProblem(text)).toMatch(problem);
  });

  it.each(['', 'Price {up}', '{ {x} }', ...personalFieldNames.map((name) => `{{${name}}}`), '{{first_name|there}}'])(
    'can be %p',
    (text) => {
      expect(fieldProblem(text)).toBeNull();
    },
  );

  it('of a text without a problem are all filled', () => {
    const piece = fc.oneof(
      fc.constantFrom(...personalFieldNames.map((name) => `{{${name}}}`), '{{', '}}', '|', '{{country|'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        if (fieldProblem(text) === null) expect(fillFields(text, exampleValues).text).not.toMatch(/\{\{|\}\}/);
      }),
    );
  });
});
