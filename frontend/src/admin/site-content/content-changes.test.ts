import { describe, expect, it } from '@jest/globals';
import type { FaqItemWire, FaqsContentWire } from '../../lib/wire/types';
import { blocksOf, textOf } from './answer-text';
import { changesBetween } from './content-changes';

const item = (question: string, answer = 'Yes.', es: string | null = null): FaqItemWire => ({
  question: { en: question, es, ar: null },
  answer: { en: [answer], es: null, ar: null },
  action: null,
});
const content = (...items: FaqItemWire[]): FaqsContentWire => ({
  title: { en: 'Questions', es: null, ar: null },
  lead: { en: 'Write.', es: null, ar: null },
  items,
});
const changes = (before: FaqItemWire[], after: FaqItemWire[]) =>
  changesBetween(content(...before), content(...after)).map((change) => [change.place, change.before, change.after]);

describe('what differs between two versions', () => {
  it('is nothing in the same one', () => {
    expect(changes([item('A?'), item('B?')], [item('A?'), item('B?')])).toEqual([]);
  });

  it('names the text and the language', () => {
    expect(changes([item('A?')], [item('A?', 'No.', '¿A?')])).toEqual([
      ['Question 1 (Spanish)', null, '¿A?'],
      ['Question 1, answer (English)', 'Yes.', 'No.'],
    ]);
    expect(changes([item('A?')], [item('What about A?')])).toEqual([['Question 1 (English)', 'A?', 'What about A?']]);
    expect(changes([item('A?')], [{ ...item('A?'), action: { label: { en: 'Go', es: null, ar: null }, link: '#faqs' } }])).toEqual([
      ['Question 1, text of the button (English)', null, 'Go'],
      ['Question 1, link of the button', null, '#faqs'],
    ]);
  });

  it('knows a question again in another place', () => {
    expect(changes([item('A?'), item('B?')], [item('New?'), item('A?'), item('B?')])).toEqual([
      ['Question 1 (English)', null, 'New?'],
      ['Question 1, answer (English)', null, 'Yes.'],
    ]);
    expect(changes([item('A?'), item('B?')], [item('B?')])).toEqual([['Question 1', 'A?', null]]);
    expect(changes([item('A?'), item('B?')], [item('B?'), item('A?')])).toEqual([['Order of the questions', 'A?\nB?', 'B?\nA?']]);
  });
});

describe('an answer as it is typed', () => {
  it('is read as it was written', () => {
    const blocks = ['First.', { list: ['one', 'two'] }, 'Last.', { list: ['three'] }];
    expect(blocksOf(textOf(blocks))).toEqual(blocks);
  });

  it('joins the lines of a paragraph, and begins a list without an empty line', () => {
    expect(blocksOf('A line\r\nand another\n- one\n* two\n\n\n- three\nend')).toEqual([
      'A line and another',
      { list: ['one', 'two'] },
      { list: ['three'] },
      'end',
    ]);
    expect(blocksOf('  \n ')).toEqual([]);
  });
});
