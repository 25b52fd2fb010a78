import { members, type BadRequest, type Route } from './route.js';

const choice = { kind: 'news', channel: 'email', value: 'off' };
const hours = { from: '22:00', to: '07:00', timeZone: 'Europe/Madrid' };
const wrong = (name: string, body: object, ...fields: string[]): BadRequest => ({ name, as: 'trade club', body, status: 400, fields });
const wrongChoice = (name: string, change: object, field: string): BadRequest =>
  wrong(name, { preferences: [{ ...choice, ...change }] }, `preferences.0.${field}`);
const wrongHours = (name: string, change: object, field: string): BadRequest =>
  wrong(name, { quietHours: { ...hours, ...change } }, `quietHours.${field}`);

export const notificationRoutes: Route[] = [
  { method: 'GET', path: '/me/notification-preferences', allowed: members, empty: 200 },
  {
    method: 'PATCH',
    path: '/me/notification-preferences',
    allowed: members,
    empty: 400,
    bad: [
      wrong('nothing to change', {}, 'preferences'),
      wrong('an empty list', { preferences: [] }, 'preferences'),
      wrong('an endless list', { preferences: Array.from({ length: 101 }, () => choice) }, 'preferences'),
      wrongChoice('an unknown kind', { kind: 'gossip' }, 'kind'),
      wrongChoice('an unknown channel', { channel: 'fax' }, 'channel'),
      wrongChoice('an unknown value', { value: 'loud' }, 'value'),
      wrongChoice('a required kind', { kind: 'security' }, 'value'),
      wrongChoice('a channel that does not carry the kind', { channel: 'webhook' }, 'value'),
      wrongChoice('a value that the channel cannot do', { value: 'silent' }, 'value'),
      wrongChoice("somebody else's choice", { userId: 'x' }, 'userId'),
      wrongHours('a time that is none', { from: '24:00' }, 'from'),
      wrongHours('a number for a time', { to: 420 }, 'to'),
      wrongHours('hours of no length', { to: '22:00' }, 'to'),
      wrongHours('an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'),
      wrongHours('an offset for a time zone', { timeZone: '+02:00' }, 'timeZone'),
    ],
  },
];
