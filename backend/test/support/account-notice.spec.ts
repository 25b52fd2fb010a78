import { describe, expect, it } from '@jest/globals';
import { letterSamples } from './letter-samples.js';
import { languages } from '../../src/platform/domain/index.js';
import { kindOfLetter, type Letter } from '../../src/messaging/mail/letters/letter.types.js';
import { letterNotices, noticeFacts } from '../../src/messaging/mail/letters/letter-notices.rules.js';
import { letters, type LetterName } from '../../src/messaging/mail/letters/letters.js';
import { messageOf } from '../../src/messaging/channels/channel-events.service.js';
import {
  accountEventData,
  accountEventOf,
  accountKindOf,
  accountNotices,
  accountText,
  endOfUse,
  type AccountNoticeKind,
} from '../../src/messaging/channels/account-notices/account-notice.rules.js';

const invoiceId = '0190a1f0-0000-7000-8000-000000000001';
const notices = Object.keys(accountNotices) as AccountNoticeKind[];

/** A letter whose data do not decide about its kind. */
const kindOf = (name: LetterName) => {
  const { kind, ...rest }: Letter = letters[name];
  return typeof kind === 'function' ? null : kindOfLetter({ ...rest, ...(kind && { kind }) }, {});
};

/** Everything that is sent outside of the product about a letter with these data. */
const sent = (name: AccountNoticeKind, data: object) => {
  const facts = noticeFacts(name, letters[name].data.parse(data) as never)!;
  return messageOf(accountEventOf(name)!, new Date(0), accountEventData(name, facts));
};

describe('notices about an account', () => {
  it('are the notices of every letter of their kinds, of the same kind', () => {
    const expected = (Object.keys(letters) as LetterName[])
      .filter((name) => !('untold' in letterNotices[name]) && accountKindOf(`account.${kindOf(name)}`) !== null)
      .map((name) => [name, `account.${kindOf(name)}`]);
    expect(notices.map((name) => [name, accountEventOf(name)]).toSorted()).toEqual(expected.toSorted());
    expect([accountEventOf('push-ended'), accountEventOf('constructor'), accountKindOf('signal.published')]).toEqual([null, null, null]);
  });

  it.each(notices)('say the subject of the email and lead to a page of the app: %s', (name) => {
    for (const sample of letterSamples[name] ?? [{}])
      for (const language of languages) {
        const { title, path } = accountText(sent(name, sample), language);
        const definition: Letter = letters[name];
        const subject = (definition.translations?.[language] ?? definition).subject;
        const filled = subject.replaceAll(/\{(\w+)\}/g, (_, fact: string) => String((sample as Record<string, unknown>)[fact]));
        expect(title.replaceAll(/[\u2066-\u2069]/g, '')).toBe(filled);
        expect(path).toMatch(
          name.startsWith('comment-') || name.startsWith('calendar-')
            ? /^\/#\/(analysis|user-trade-signal|calendar)\/[\da-z-]+$/
            : /^\/#\/[a-z-]+(\/[\da-f-]{36}\/pay)?$/,
        );
      }
  });

  it.each(notices)('carry no amounts, codes, reasons or networks, of alerts what their member set: %s', (name) => {
    for (const sample of letterSamples[name] ?? [{}]) {
      const ofReply = name.startsWith('comment-') ? ['on', 'key'] : ['number', 'invoiceId'];
      const ofEvent = name.startsWith('calendar-') ? ['title', 'slug'] : ofReply;
      const allowed = name.startsWith('alert-') ? ['symbol', 'level', 'percent'] : ofEvent;
      const { facts } = (JSON.parse(sent(name, sample)) as { data: { facts: object } }).data;
      expect(Object.keys(facts).filter((fact) => !allowed.includes(fact))).toEqual([]);
    }
    expect(Object.keys(accountEventData(name, { total: '50.00', rest: '1', code: 'x', day: 'y', left: '7', number: 'n' }).facts)).toEqual([
      'number',
    ]);
  });

  it('are of no use once the event that they remind of has begun', () => {
    const startsAt = '2026-12-02T18:00:00.000Z';
    expect(endOfUse('calendar-day-reminder', { startsAt })).toEqual(new Date(startsAt));
    expect(endOfUse('calendar-hour-reminder', { startsAt })).toEqual(new Date(startsAt));
    for (const other of ['calendar-moved', 'calendar-cancelled', 'mandate-started']) expect(endOfUse(other, { startsAt })).toBeNull();
  });

  it('lead to the page on which an invoice is paid', () => {
    const overdue = { number: 'TM-1', rest: '50.00', due: '2026-11-23T14:05:00.000Z' };
    expect(accountText(sent('invoice-reminder', overdue), 'en').path).toBe('/#/subscriptionpayment');
    expect(accountText(sent('invoice-reminder', { ...overdue, invoiceId }), 'en').path).toBe(`/#/invoices/${invoiceId}/pay`);
  });
});
