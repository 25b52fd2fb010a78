import { admins, list, type Route } from './route.js';

const wrongFilter = (name: string, filter: object, field: string) => ({
  name,
  as: 'admin' as const,
  query: `filter=${JSON.stringify(filter)}`,
  status: 400,
  fields: [`filter.${field}`],
});

/** The console's routes of channels. */
export const channelRoutes: Route[] = [
  { method: 'GET', path: '/admin/channels', allowed: admins, empty: 200 },
  {
    method: 'GET',
    path: '/admin/channel-addresses',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      wrongFilter('a channel that is none', { channel: 'fax' }, 'channel'),
      wrongFilter('a state that is none', { state: 'asleep' }, 'state'),
      wrongFilter('a reason that is none', { reason: 'rain' }, 'reason'),
      wrongFilter('a member that is none', { userId: 'ada' }, 'userId'),
    ],
  },
  {
    method: 'GET',
    path: '/admin/deliveries',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      wrongFilter('a result that is none', { result: 'lost' }, 'result'),
      wrongFilter('a signal that is none', { signalId: '1' }, 'signalId'),
      wrongFilter('an address that is none', { addressId: '1' }, 'addressId'),
    ],
  },
  { method: 'GET', path: '/admin/deliveries/of-signal/{none}', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/deliveries/of-signal/nonsense', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/deliveries/{none}/decision', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/deliveries/nonsense/decision', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/admin/deliveries/{none}/decision',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a decision that is none', as: 'admin', body: { decision: 'perhaps' }, status: 400, fields: ['decision'] },
      { name: 'a field that is unknown', as: 'admin', body: { decision: 'arrived', note: 'x' }, status: 400 },
      { name: 'a delivery that is unknown', as: 'admin', body: { decision: 'arrived' }, status: 404 },
    ],
  },
];
