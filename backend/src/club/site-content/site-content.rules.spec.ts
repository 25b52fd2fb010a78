import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '../../platform/domain/index.js';
import { checkFigures, faqsContent, faqsIn } from './site-content.rules.js';
import type { FaqsContent } from './site-content.types.js';

const text = (en: string, es: string | null = null) => ({ en, es, ar: null });
const content: FaqsContent = {
  title: text('Questions', 'Preguntas'),
  lead: text('Write to {{ email }}.'),
  items: [
    {
      question: text('What does it cost?', '¿Cuánto cuesta?'),
      answer: { en: ['{{fee}}, once:', { list: ['{{fee}}', 'no more'] }], es: null, ar: null },
      action: { label: text('Join', 'Unirse'), link: '#/register' },
    },
    { question: text('And then?'), answer: { en: ['Nothing.'], es: ['Nada.'], ar: null }, action: null },
  ],
};
const figures = { fee: '$50', email: 'a@example.com' };
const problemsOf = (changed: unknown) => faqsContent.safeParse(changed).error?.issues.map(({ path }) => path.join('.')) ?? [];
const withAnswer = (en: unknown) => ({ ...content, items: [{ ...content.items[0], answer: { en, es: null, ar: null } }] });

describe('content of the questions', () => {
  it('is read in a language, in English where it is not translated, with figures filled in', () => {
    expect(faqsIn(content, 'es', figures)).toEqual({
      title: 'Preguntas',
      lead: 'Write to a@example.com.',
      items: [
        {
          question: '¿Cuánto cuesta?',
          answer: ['$50, once:', { list: ['$50', 'no more'] }],
          action: { label: 'Unirse', link: '#/register' },
        },
        { question: 'And then?', answer: ['Nada.'] },
      ],
    });
  });

  it('is accepted as it is', () => {
    expect(faqsContent.parse(content)).toEqual(content);
    expect(() => checkFigures(content, figures)).not.toThrow();
  });

  it('names each quote of a figure that there is none of', () => {
    const check = () => checkFigures(content, { constructor: 'x' });
    expect(check).toThrow(InvalidInput);
    try {
      check();
    } catch (error) {
      expect((error as InvalidInput).fields?.map(({ field }) => field)).toEqual([
        'content.lead.en',
        'content.items.0.answer.en.0',
        'content.items.0.answer.en.1.list.0',
      ]);
    }
  });

  it.each([
    ['a paragraph twice', withAnswer(['a', 'a']), 'items.0.answer.en'],
    ['a point twice', withAnswer([{ list: ['a', 'a'] }]), 'items.0.answer.en'],
    ['an empty list', withAnswer([{ list: [] }]), 'items.0.answer.en.0.list'],
    ['an endless paragraph', withAnswer(['x'.repeat(2001)]), 'items.0.answer.en.0'],
    ['a control character', withAnswer(['a\u0000b']), 'items.0.answer.en.0'],
    [
      'a question of two languages twice',
      { ...content, items: [content.items[0], { ...content.items[1], question: text('Other', '¿Cuánto cuesta?') }] },
      'items.1.question.es',
    ],
    [
      'a link to a script',
      { ...content, items: [{ ...content.items[0], action: { label: text('x'), link: 'data:text/html,x' } }] },
      'items.0.action.link',
    ],
    ['no list of questions', { ...content, items: 'none' }, 'items'],
  ])('is refused with %s', (_, changed, place) => {
    expect(problemsOf(changed)).toContain(place);
  });
});
