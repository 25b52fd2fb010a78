import type { CalendarItemWire, CalendarRecordWire, MyCalendarEventWire } from '../../src/lib/wire/types';

export const publicEvent: CalendarItemWire = {
  slug: 'ask-us',
  kind: 'questions',
  title: 'Ask us',
  summary: 'Bring your questions.',
  language: 'en',
  startsAt: '2026-12-02T18:00:00.000Z',
  endsAt: '2026-12-02T19:30:00.000Z',
  audience: 'public',
  state: 'published',
  isOver: false,
  hasRecording: false,
};

export const myEvent = (more: Partial<MyCalendarEventWire> = {}): MyCalendarEventWire => ({
  ...publicEvent,
  isGoing: false,
  mayTakePart: true,
  capacity: 20,
  placesLeft: 3,
  description: 'We **answer** all of them.',
  joinUrl: null,
  recordingUrl: null,
  ...more,
});

export const eventDraft: CalendarRecordWire = {
  id: 'e-1',
  slug: 'ask-us',
  kind: 'questions',
  title: 'Ask us',
  summary: 'Bring your questions.',
  description: 'We **answer** all of them.',
  language: null,
  startsAt: '2026-12-02T18:00:00.000Z',
  endsAt: '2026-12-02T19:30:00.000Z',
  audience: 'public',
  capacity: 20,
  joinUrl: 'https://meet.example/room',
  state: 'draft',
  isOver: false,
  may: ['publish'],
  save: 'edit',
  revision: 3,
  recordingUrl: null,
  signups: 0,
  author: 'Amara Okafor',
  publishedAt: null,
  cancelledAt: null,
  createdAt: '2026-11-20T14:05:00.000Z',
  updatedAt: '2026-11-20T14:05:00.000Z',
};
