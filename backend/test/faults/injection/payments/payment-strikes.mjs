import { until } from '../../../../../scripts/lib/clock.mjs';
import { databaseKilled, everythingKilled, killed, proxied, strike } from '../strikes.mjs';

const PATIENCE_MS = 15_000;
const SHORT = { least: 1_000, most: 2_500 };

/** Long enough for a reading, which comes every five seconds. */
const ONE_READING = { least: 5_500, most: 6_000 };

const lies = (name, bitcoin, tron) =>
  strike(
    `chains ${name}`,
    async (world) => {
      await world.exchangeControl('POST', 'chain/bitcoin/lies', bitcoin);
      await world.exchangeControl('POST', 'chain/tron/lies', tron);
      return async () => {
        await world.exchangeControl('POST', 'chain/bitcoin/lies', {});
        await world.exchangeControl('POST', 'chain/tron/lies', {});
      };
    },
    ONE_READING,
  );

/**
 * The newest blocks are replaced, at a moment when a payment in one of them was booked. `drop`: its transactions are gone for good; else
 * they come back in later blocks.
 */
const reorganised = (name, { drop }) =>
  strike(
    `bitcoin ${name}`,
    async (world, _random, run) => {
      let booked = null;
      const isBooked = async () => {
        booked = await newestBooked(world);
        return booked !== null;
      };
      await until(isBooked, PATIENCE_MS, 200);
      await world.exchangeControl('POST', 'chain/bitcoin/reorganise', { depth: booked?.depth ?? 1, drop });
      if (booked !== null) run.measured.reorganised += 1;
      return () => Promise.resolve();
    },
    SHORT,
  );

const MAX_DEPTH = 6;

/** The depth of the newest block with a booked payment; null: none is among the last ones. */
async function newestBooked(world) {
  const { tip } = await world.exchangeControl('POST', 'chain/bitcoin/state', {});
  const rows = await world.database
    .rows(`select distinct block from chain_transfers where chain = 'bitcoin' and state = 'final' and invoice_id is not null`)
    .catch(() => []); // a server that was just away
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    const hash = await (await fetch(`${world.exchangeUrl}/chain/bitcoin/block-height/${tip - depth + 1}`)).text();
    if (rows.some(({ block }) => block === hash)) return { depth };
  }
  return null;
}

/** What befalls members who pay on chain, and what they pay with. */
export const paymentStrikes = [
  killed('workers'),
  everythingKilled,
  databaseKilled,
  proxied('database', 'lose-commits', () => ({ commits: 8 }), { least: 2_500, most: 3_500 }),
  proxied('chains', 'cut', (random) => ({ bytes: random.between(100, 3_000) }), ONE_READING),
  lies('lie about depth and amounts', { buried: 2 }, { indexValues: true }),
  reorganised('reorganisation', { drop: false }),
  reorganised('reorganisation that drops', { drop: true }),
  proxied('chains', 'refuse', undefined, SHORT),
  // A round takes longer than its pause then: both workers read the same addresses.
  proxied('chains', 'slow', () => ({ delayMs: 400 }), { least: 8_000, most: 10_000 }),
  lies('lie about the mempool and stand still', { mempoolConfirmed: true, tipAhead: 25 }, { solidFrozen: 80_000_002 }),
  proxied('database', 'silence', undefined, SHORT),
  killed('apis'),
];

/** One of each way to lose or double money, for a run of a minute and a half. */
export const tellingPayments = paymentStrikes.slice(0, 8).map(({ kind }) => kind);
