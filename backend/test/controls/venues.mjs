const adapters = 'backend/src/exchange/adapters';
const bybit = { project: 'integration', tests: 'venues/bybit.int-spec' };
const bybitRefusals = { project: 'integration', tests: 'venues/bybit-refusals' };
const okx = { project: 'integration', tests: 'venues/okx.int-spec' };
const okxRefusals = { project: 'integration', tests: 'venues/okx-refusals' };
export const venueControls = [
  { threat: 'T24', control: 'a Bybit key that may write is too powerful', file: `${adapters}/bybit/key-rights.ts`, from: 'excessive: readOnly === READ_ONLY ? [] : excessive(readOnly, permissions),', to: 'excessive: [],', ...bybitRefusals, name: 'may write names what' },
  { threat: 'T24', control: 'a Bybit key of an unknown kind is too powerful', file: `${adapters}/bybit/key-rights.ts`, from: 'readOnly === READ_ONLY ? []', to: 'readOnly !== 0 ? []', ...bybitRefusals, name: 'unknown kind' },
  { threat: 'T24', control: 'Bybit rights told in another way are not understood', file: `${adapters}/bybit/key-rights.ts`, from: "if (typeof readOnly !== 'number' || !Number.isSafeInteger(readOnly)) throw new RightsUnclear('readOnly is not a whole number');", to: "if (typeof readOnly !== 'number') return readKeyInfo(path, { ...fields, readOnly: 1 }, now);", ...bybitRefusals, name: 'is not understood' },
  { threat: 'T24', control: 'an OKX right that nobody knows is too much', file: `${adapters}/okx/key-rights.ts`, from: 'granted.filter((word) => word !== READ)', to: 'granted.filter((word) => names.has(word))', ...okxRefusals, name: 'brand_new_thing' },
  { threat: 'T24', control: 'OKX rights told in another way are not understood', file: `${adapters}/okx/key-rights.ts`, from: "if (typeof perm !== 'string' || perm.length > 500) throw new RightsUnclear('perm is not a text');", to: "if (typeof perm !== 'string') return readKeyInfo(path, { ...fields, perm: READ });", ...okxRefusals, name: 'is not understood' },
  { threat: 'T13', control: 'what a venue quotes of a signed request is not passed on', file: `${adapters}/refusal.ts`, from: "    .replace(/\\[[^\\]]*\\]?/g, '[…]')\n    .replace(/[\\w+/=.:-]{20,}/g, '…')\n", to: '', project: 'unit', tests: 'adapters/refusal', name: 'nothing of what was signed' },
  { threat: 'T13', control: 'a cursor cannot begin another parameter', file: `${adapters}/bybit/envelope.ts`, from: "    if (!asSent.test(next)) throw new WireShape(path, 'the cursor of the next page is none');\n", to: '', ...bybit, name: 'would begin another parameter' },
  { threat: 'T13', control: 'lists that go round in circles end', file: `${adapters}/bybit/envelope.ts`, from: "    if (seen.has(next)) throw new WireShape(path, 'the pages go round in circles');\n", to: '', ...bybit, name: 'round in circles' },
  { threat: 'T13', control: 'an OKX page that does not go on is not followed', file: `${adapters}/okx/envelope.ts`, from: "    if (before !== null && id >= BigInt(before)) throw new WireShape(path, 'a page that does not go on');\n", to: '', ...okx, name: 'do not go on' },
  { threat: 'T13', control: 'Bybit calls count for our address as well', file: `${adapters}/bybit/bybit-venue.ts`, from: 'new AlsoByAddress(budget)', to: 'budget', ...bybitRefusals, name: 'for our address beside' },
  { threat: 'T13', control: 'a Bybit ban silences everything for ten minutes', file: `${adapters}/bybit/classify.ts`, from: 'return new Banned(BAN_MS);', to: "return new ExchangeDown('HTTP 403');", ...bybitRefusals, name: 'ten minutes' },
  { threat: 'T13', control: 'keys for OKX are sent to a host of OKX', file: 'backend/src/config/variables.ts', from: 'z.enum(okxHosts, `must be one of ${okxHosts.join(\', \')}`).optional()', to: 'text().optional()', project: 'unit', tests: 'config/app-config', name: 'to a host of OKX' },
];
