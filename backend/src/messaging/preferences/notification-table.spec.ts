import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  channelsFor,
  dispatchOf,
  isPossibleChoice,
  isOptional,
  kindsFor,
  layersOf,
  notificationTable,
  offeredChannels,
  optionalEmails,
  preferenceOf,
  valuesOf,
} from './notification-table.rules.js';
import { notificationChannels, notificationKinds, notificationValues, type NotificationChoice } from './notification.types.js';

const end = new Date('2026-12-05T06:00:00Z');
const aKind = fc.constantFrom(...notificationKinds);
const aChannel = fc.constantFrom(...notificationChannels);
const aValue = fc.constantFrom(...notificationValues);
const layers = fc.record({ club: aValue, channel: aValue, own: aValue }, { requiredKeys: [] });

describe('the table of notifications', () => {
  it('has a required email for what a member must know, and for nothing else', () => {
    const required = notificationKinds.filter((kind) => notificationTable[kind].channels.email === 'required');
    expect(required).toEqual(['security', 'verification', 'payment']);
    expect(optionalEmails).toEqual([
      'key-warning',
      'signal-published',
      'signal-changed',
      'signal-ended',
      'alert',
      'reply',
      'calendar',
      'news',
    ]);
  });

  it('offers the channels that carry something', () => {
    expect(offeredChannels).toEqual(['email', 'telegram', 'push', 'webhook']);
  });

  it('offers a member the channels that they can connect', () => {
    expect([channelsFor('trade club'), channelsFor('hedge fund')]).toEqual([offeredChannels, ['email']]);
  });

  it('has rows about signals for the trade club alone', () => {
    expect(kindsFor('hedge fund')).toEqual(['security', 'verification', 'payment', 'key-warning', 'reply', 'calendar', 'news']);
    expect(kindsFor('trade club')).toEqual(notificationKinds);
  });

  it('has defaults that their channels can do', () => {
    const wrong = notificationKinds.flatMap((kind) =>
      notificationChannels.filter((channel) => {
        const held = preferenceOf(kind, channel, true, {});
        return held !== null && !valuesOf(kind, channel).includes(held.value);
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('preferenceOf', () => {
  const held = (isPaying: boolean, chosen: Parameters<typeof preferenceOf>[3] = {}) =>
    preferenceOf('signal-published', 'email', isPaying, chosen);

  it('begins with the default, which depends on the subscription for emails about signals', () => {
    expect(held(true)).toEqual({ value: 'on', source: 'default' });
    expect(held(false)).toEqual({ value: 'off', source: 'default' });
  });

  it('lets the club count more than the default, the channel more than the club, and the kind most', () => {
    expect(held(true, { club: 'off' })).toEqual({ value: 'off', source: 'club' });
    expect(held(true, { club: 'off', channel: 'on' })).toEqual({ value: 'on', source: 'channel' });
    expect(held(true, { club: 'on', channel: 'on', own: 'off' })).toEqual({ value: 'off', source: 'own' });
  });

  it('takes the last layer with a value that the channel can do', () => {
    fc.assert(
      fc.property(aKind, aChannel, fc.boolean(), layers, (kind, channel, isPaying, chosen) => {
        const result = preferenceOf(kind, channel, isPaying, chosen);
        if (notificationTable[kind].channels[channel] === undefined) return result === null;
        if (!isOptional(kind, channel)) return result?.value === 'on' && result.source === 'required';
        const usable = valuesOf(kind, channel);
        const given = [chosen.own, chosen.channel, chosen.club].find((value) => value !== undefined && usable.includes(value));
        return given === undefined ? result?.source === 'default' : result?.value === given;
      }),
    );
  });

  it('ignores the member where a kind is required', () => {
    expect(preferenceOf('security', 'email', false, { club: 'off', channel: 'off', own: 'off' })).toEqual({
      value: 'on',
      source: 'required',
    });
  });

  it('says nothing of a channel that does not carry the kind', () => {
    expect(preferenceOf('news', 'webhook', true, { own: 'on' })).toBeNull();
  });
});

describe('layersOf', () => {
  it('reads the layers of one kind and channel', () => {
    const choices: NotificationChoice[] = [
      { kind: 'all', channel: 'telegram', value: 'silent' },
      { kind: 'news', channel: 'email', value: 'off' },
      { kind: 'signal-ended', channel: 'telegram', value: 'off' },
    ];
    const club = { 'signal-ended': { telegram: 'on', email: 'off' } } as const;
    expect(layersOf('signal-ended', 'telegram', club, choices)).toEqual({ club: 'on', channel: 'silent', own: 'off' });
    expect(layersOf('signal-ended', 'email', club, choices)).toEqual({ club: 'off', channel: undefined, own: undefined });
  });
});

describe('isPossibleChoice', () => {
  it.each([
    ['news', 'email', 'off', true],
    ['news', 'email', null, true],
    ['news', 'email', 'silent', false],
    ['news', 'telegram', 'off', false],
    ['security', 'email', 'off', false],
    ['payment', 'email', null, false],
    ['signal-ended', 'telegram', 'silent', true],
    ['all', 'telegram', 'silent', true],
    ['all', 'webhook', 'silent', false],
    ['signal-ended', 'push', 'off', true],
    ['signal-ended', 'push', 'silent', false],
  ] as const)('of %s by %s as %s: %s', (kind, channel, value, expected) => {
    expect(isPossibleChoice(kind, channel, value)).toBe(expected);
  });
});

describe('dispatchOf', () => {
  it('sends nothing that is off, or that the channel does not carry', () => {
    expect([dispatchOf('news', 'email', 'off', null), dispatchOf('news', 'email', null, end)]).toEqual([{ isOff: true }, { isOff: true }]);
  });

  it.each([
    ['security', 'on', { isOff: false, heldUntil: null, isSilent: false }],
    ['key-warning', 'on', { isOff: false, heldUntil: null, isSilent: false }],
    ['signal-published', 'on', { isOff: false, heldUntil: null, isSilent: true }],
    ['payment', 'on', { isOff: false, heldUntil: end, isSilent: false }],
    ['news', 'on', { isOff: false, heldUntil: end, isSilent: false }],
  ] as const)('follows the table in quiet hours: %s', (kind, value, expected) => {
    expect(dispatchOf(kind, 'telegram', value, end)).toEqual(expected);
  });

  it('holds push until quiet hours end, because a screen lights up without a sound too', () => {
    expect(dispatchOf('signal-published', 'push', 'on', end)).toMatchObject({ isOff: false, heldUntil: end });
    expect(dispatchOf('signal-published', 'push', 'on', null)).toMatchObject({ isOff: false, heldUntil: null });
    expect(dispatchOf('security', 'push', 'on', end)).toMatchObject({ heldUntil: null });
  });

  it('makes what is silent silent at any hour, and holds nothing outside of quiet hours', () => {
    expect(dispatchOf('signal-ended', 'telegram', 'silent', null)).toEqual({ isOff: false, heldUntil: null, isSilent: true });
    expect(dispatchOf('news', 'email', 'on', null)).toEqual({ isOff: false, heldUntil: null, isSilent: false });
  });
});
