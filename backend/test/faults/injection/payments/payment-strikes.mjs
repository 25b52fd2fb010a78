import { until } from '../../../../../scripts/lib/clock.mjs';
import { absencePasses } from './payment-settle.mjs';
import { databaseKilled, everythingKilled, killed, proxied, strike } from '../strikes.mjs';

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
 * A payment is made and booked, its block is replaced, and its booking is reversed: the fault waits for each. `drop`: the transactions of
 * the block are gone for good; else they come back in later blocks.
 */
const reorganised = (name, { drop }) =>
  strike(
    `bitcoin ${name}`,
    async (world, _random, run) => {
      const { block, bookings } = await soon(() => newestBooked(world), 'no payment on bitcoin was booked');
      const depth = await soon(() => depthOf(world, block), `block ${block} is not in the chain`);
      // A block that takes them back before anybody looks would leave nothing to reverse.
      run.blocksWait = true;
      await world.exchangeControl('POST', 'chain/bitcoin/reorganise', { depth, drop });
      await soon(() => areReversed(world, bookings), `the bookings ${bookings.join(', ')} stayed when their block was replaced`);
      run.blocksWait = false;
      run.measured.reorganised += 1;
      return () => Promise.resolve();
    },
    SHORT,
  );

/** Met by a failure alone. */
const DEADLINE_MS = 5 * 60_000;

/** What `find` returns once it is not null. Throws `problem` where that never comes. A server that was just away is asked again. */
async function soon(find, problem) {
  let found = null;
  const isFound = async () => (found = await find().catch(() => null)) !== null;
  if (!(await until(isFound, DEADLINE_MS, 200))) throw new Error(problem);
  return found;
}

/** The newest block with booked payments, and their bookings; null: there is none. */
async function newestBooked({ database }) {
  const rows = await database.rows(
    `select c.block, t.id from chain_transfers c join ledger_transactions t
        on t.idempotency_key like 'chain-transfer:bitcoin:' || c.txid || ':' || c.position || ':%' and t.kind = 'payment'
      where c.chain = 'bitcoin' and c.state = 'final' and c.missing_since is null
        and not exists (select 1 from ledger_transactions r where r.reverses_id = t.id) order by t.at desc, t.id desc`,
  );
  const block = rows[0]?.block ?? null;
  return block === null ? null : { block, bookings: rows.filter((row) => row.block === block).map(({ id }) => id) };
}

async function depthOf(world, block) {
  const { tip } = await world.exchangeControl('POST', 'chain/bitcoin/state', {});
  const { in_best_chain: isIn, height } = await (await fetch(`${world.exchangeUrl}/chain/bitcoin/block/${block}/status`)).json();
  return isIn ? tip - height + 1 : null;
}

/** While half a minute of absence passes at once. */
async function areReversed({ database }, bookings) {
  await database.rows(absencePasses);
  const [{ n }] = await database.rows('select count(*)::int as n from ledger_transactions where reverses_id = any($1::uuid[])', [bookings]);
  return n === bookings.length ? true : null;
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
