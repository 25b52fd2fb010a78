import { describe, expect, it } from '@jest/globals';
import { letterSamples } from '../../../../test/support/letter-samples.js';
import type { PersonalNoticeKindWire } from '../../../platform/wire/index.js';
import { letterNotices, noticeFacts, type NoticeLetter } from './letter-notices.rules.js';
import { letters, type LetterName } from './letters.js';

const names = Object.keys(letters) as LetterName[];

/** The two lists are the same, or this does not compile. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;
const sameKinds: Same<PersonalNoticeKindWire, NoticeLetter> = true;

describe('letters as notices', () => {
  it('leave out none, but for these', () => {
    expect(sameKinds).toBe(true);
    const untold = names.filter((name) => 'untold' in letterNotices[name]);
    expect(untold.toSorted()).toEqual([
      'account-closed',
      'account-deactivated',
      'address-already-registered',
      'admin-added',
      'admin-invitation',
      'broadcast',
      'choose-password',
      'confirm-email',
      'confirm-new-email',
      'erasure-completed',
      'mandate-signed',
      'pay-address-announced',
      'pay-address-scheduled',
      'pay-address-withdrawn',
      'payments-attention',
      'redemption-requested',
      'reset-password',
      'reveal-alert',
      'signal',
      'signal-digest',
      'team-invitation',
      'team-joined',
      'valuations-missing',
    ]);
    expect(untold.map((name) => (letterNotices[name] as { untold: string }).untold)).toEqual(
      untold.map(() => expect.stringMatching(/\.$/)),
    );
  });

  it.each(names)('take of %s codes, numbers, amounts and dates alone', (name) => {
    for (const sample of letterSamples[name] ?? [{}]) {
      const facts = noticeFacts(name, letters[name].data.parse(sample) as never) ?? {};
      // A fact of another name: can it be stored unsealed, and is it deleted with the member?
      const allowed = [
        'factor',
        'left',
        'document',
        'code',
        'day',
        'number',
        'total',
        'rest',
        'due',
        'count',
        'invoiceId',
        'startsAt',
        'endedAt',
        'dealingDay',
        'symbol',
        'reason',
        ...(name.startsWith('comment-') ? ['on', 'key'] : []),
        ...(name.startsWith('calendar-') ? ['slug', 'title', 'from'] : []),
        ...(name.startsWith('alert-') ? ['level', 'percent', 'price', 'at', 'drawdown', 'coin', 'amount'] : []),
      ];
      expect(Object.keys(facts).filter((key) => !allowed.includes(key))).toEqual([]);
      // The reason of a webhook is a code; those of decisions are text by people, and stay in the email.
      if ('reason' in facts) expect(name).toBe('webhook-disabled');
      for (const value of Object.values(facts)) expect(value).toMatch(/^.{1,60}$/);
    }
  });
});
