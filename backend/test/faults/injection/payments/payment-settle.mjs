import { pause, until } from '../../../../../scripts/lib/clock.mjs';
import { leftovers, settle } from '../settle.mjs';

const DEADLINE_MS = 5 * 60_000;
const LOOK_MS = 200;

/** A minute, for transactions that are absent from readings. */
export const absencePasses = `update chain_transfers set missing_since = missing_since - interval '1 minute',
    read_at = read_at - interval '1 minute' where missing_since is not null`;

/** Also for addresses whose reader died. */
const timePasses = [`update receiving_addresses set next_read_at = now() - interval '1 hour'`, absencePasses];

/** Lets the chains go on until every transaction is deep in a block or gone, and the product has read all of it. */
export async function settlePayments(run) {
  const { world } = run;
  await settle(run, {}, timePasses);
  for (let round = 1; round <= 3; round++) {
    await world.exchangeControl('POST', 'chain/bitcoin/mine', { blocks: 2 });
    await world.exchangeControl('POST', 'chain/tron/mine', { blocks: 20 });
    await everythingRead(world);
    await world.database.rows(absencePasses);
  }
  const [{ now }] = await world.database.rows('select now()');
  // Letters that the last bookings have queued.
  if (!(await until(async () => (await leftovers(world, now)).length === 0, DEADLINE_MS, LOOK_MS)))
    throw new Error(`it did not come to an end: ${(await leftovers(world, now)).join(', ')}`);
  run.log('every address was read, and every letter is sent');
}

async function everythingRead({ database }) {
  const [{ now: since }] = await database.rows('select now()');
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const [{ n, failing }] = await database.rows(
      `select count(*)::int as n, count(failing_since)::int as failing from receiving_addresses
        where read_at is null or read_at <= $1 or failing_since is not null`,
      [since],
    );
    if (n === 0) return;
    if (performance.now() > end) throw new Error(`${n} addresses are not read, ${failing} of them because their reading fails`);
    await database.rows(
      `update receiving_addresses set next_read_at = now()
        where (read_at is null or read_at <= $1 or failing_since is not null) and next_read_at > now()`,
      [since],
    );
    await pause(LOOK_MS);
  }
}
