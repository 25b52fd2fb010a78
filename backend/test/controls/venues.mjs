import { removeIf, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const bybit = { project: 'integration', tests: 'venues/bybit.int-spec' };
const bybitRefusals = { project: 'integration', tests: 'venues/bybit-refusals' };
const okxFills = { project: 'integration', tests: 'venues/okx-fills' };
const okxRefusals = { project: 'integration', tests: 'venues/okx-refusals' };

export const venueControls = [
  {
    id: 'T24.18',
    control: 'a Bybit key that may write is too powerful',
    mutation: setProperty('bybit/readKeyInfo', 'excessive', '[]'),
    ...bybitRefusals,
    name: 'may write names what',
  },
  {
    id: 'T24.19',
    control: 'a Bybit key of an unknown kind is too powerful',
    mutation: replace('bybit/readKeyInfo', '$readOnly === READ_ONLY', '$readOnly !== 0'),
    ...bybitRefusals,
    name: 'unknown kind',
  },
  {
    id: 'T24.20',
    control: 'Bybit rights told in another way are not understood',
    mutation: replace(
      'bybit/readKeyInfo',
      "if (typeof $readOnly !== 'number' || _) throw _",
      "if (typeof $readOnly !== 'number') return readKeyInfo(path, { ...fields, readOnly: 1 }, now);",
    ),
    ...bybitRefusals,
    name: 'is not understood',
  },
  {
    id: 'T24.21',
    control: 'an OKX right that nobody knows is too much',
    mutation: replace('okx/readKeyInfo', '$word !== READ', 'names.has($word)'),
    ...okxRefusals,
    name: 'brand_new_thing',
  },
  {
    id: 'T24.22',
    control: 'OKX rights told in another way are not understood',
    mutation: replace(
      'okx/readKeyInfo',
      "if (typeof $perm !== 'string' || _) throw _",
      "if (typeof $perm !== 'string') return readKeyInfo(path, { ...fields, perm: READ });",
    ),
    ...okxRefusals,
    name: 'is not understood',
  },
  {
    id: 'T13.6',
    control: 'what a venue quotes of a signed request is not passed on',
    mutation: [
      replace('venue-error/oneLine', '$text.replace(/\\[[^\\]]*\\]?/g, _)', '$text'),
      replace('venue-error/oneLine', '$text.replace(/[\\w+/=.:-]{20,}/g, _)', '$text'),
    ],
    project: 'unit',
    tests: 'adapters/venue-error',
    name: 'nothing of what was signed',
  },
  {
    id: 'T13.7',
    control: 'a cursor cannot begin another parameter',
    mutation: removeIf('CursorTrail.follow', 'asSent.test(_)'),
    ...bybit,
    name: 'would begin another parameter',
  },
  {
    id: 'T13.8',
    control: 'lists that go round in circles end',
    mutation: removeIf('CursorTrail.follow', '_.has(_)'),
    ...bybit,
    name: 'round in circles',
  },
  {
    id: 'T13.9',
    control: 'an OKX page that does not go on is not followed',
    mutation: removeIf('nextBefore', 'new WireShape(..._)'),
    ...okxFills,
    name: 'do not go on',
  },
  {
    id: 'T13.10',
    control: 'Bybit calls count for our address as well',
    mutation: replace('BybitVenue.constructor', 'new AlsoByAddress($budget)', '$budget'),
    ...bybitRefusals,
    name: 'for our address beside',
  },
  {
    id: 'T13.11',
    control: 'a Bybit ban silences everything for ten minutes',
    mutation: replace('bybit/classify', 'new Banned(_)', "new VenueUnavailable('HTTP 403')"),
    ...bybitRefusals,
    name: 'ten minutes',
  },
  {
    id: 'T13.12',
    control: 'keys for OKX are sent to a host of OKX',
    mutation: replace('variables', 'z.enum(okxHosts, _)', 'text()'),
    project: 'unit',
    tests: 'config/app.config',
    name: 'to a host of OKX',
  },
];
