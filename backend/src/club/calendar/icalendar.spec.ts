import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { icalendar, type FileEvent } from './icalendar.messages.js';

const event = (more: Partial<FileEvent> = {}): FileEvent => ({
  id: '0190a1f0-0000-7000-8000-000000000001',
  slug: 'questions-and-answers',
  title: 'Questions and answers',
  summary: 'Ask the team.',
  state: 'published',
  sequence: 0,
  startsAt: new Date('2026-12-02T18:00:00.000Z'),
  endsAt: new Date('2026-12-02T19:30:00.000Z'),
  updatedAt: new Date('2026-11-20T09:00:00.000Z'),
  joinUrl: null,
  ...more,
});
const file = (...events: FileEvent[]) => icalendar('Tidemark', events, 'https://club.example');
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));

describe('a calendar file', () => {
  it('says what another program reads', () => {
    const text = file(event({ sequence: 3, joinUrl: 'https://meet.example/a?b=1,2;c' }));
    const [read] = eventsIn(text);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text).toContain('DTSTART:20261202T180000Z\r\n');
    expect(text).toContain('DTSTAMP:20261120T090000Z\r\n');
    expect(read!.uid).toBe('0190a1f0-0000-7000-8000-000000000001@events.tidemark');
    expect([read!.summary, read!.sequence, read!.location]).toEqual(['Questions and answers', 3, 'https://meet.example/a?b=1,2;c']);
    expect(read!.endDate.toJSDate()).toEqual(new Date('2026-12-02T19:30:00.000Z'));
    expect(read!.description).toBe('Ask the team.\n\nhttps://meet.example/a?b=1,2;c');
    expect(read!.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(read!.component.getFirstPropertyValue('url')).toBe('https://club.example/#/calendar/questions-and-answers');
  });

  it('marks a cancelled event, and has none of the link to join of others', () => {
    const text = file(event({ state: 'cancelled', sequence: 2 }));
    expect(eventsIn(text)[0]!.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(text).not.toContain('LOCATION');
  });

  it.each([
    'a\nb',
    'a\r\nBEGIN:VEVENT\r\nEND:VEVENT',
    'a\rBEGIN:VEVENT',
    'BEGIN:VEVENT',
    'a;b,c\\n\\d',
    'a"b',
    'a:b;TZID=x',
    '\u0085\u2028x',
  ])('stays one event with a title by nobody friendly: %j', (title) => {
    const text = file(event({ title, summary: title }), event({ id: '0190a1f0-0000-7000-8000-000000000002' }));
    const read = eventsIn(text);
    expect(read).toHaveLength(2);
    const flat = (one: string) => one.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
    expect(flat(read[0]!.summary)).toBe(flat(title));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('folds lines at 75 octets and within no character, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }), (title) => {
        const text = file(event({ title: `${title}ة😀`, summary: 'ملخص '.repeat(40) }));
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/\uFFFD/);
        }
        expect(eventsIn(text)).toHaveLength(1);
      }),
    );
  });
});
