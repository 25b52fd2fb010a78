// What a reading costs at the exchange, against the least it can cost (exchange.md section 8): first reading, a run without news, a run
// with news in k symbols; and first of all whether the rows are complete.
import { figure, record } from '../lib/figures.mjs';
import { differences, LEDGERS } from './lib/compare.mjs';
import { keyOf, NO_LIMITS } from './lib/exchange.mjs';
import { backfillMinimum, newsMinimum, spentByScope } from './lib/minimum.mjs';
import { startStand } from './lib/stand.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 18, 6);
const GOALS = { backfill: 1.2, quiet: 1.0, news: 1.5 };
const HOURS_OF_NEWS = [3, 12, 30];
/** Longer than any fill of the sandbox is late. */
const SETTLED = 20 * MINUTE;

const scopes = ['api', 'fapi', 'sapi-ip', 'sapi-uid'];
const timeOf = (row) =>
  row.insertTime ?? (typeof row.applyTime === 'string' ? Date.parse(`${row.applyTime.replace(' ', 'T')}Z`) : row.time);

/** Moves the exchange to a moment and lets the host measure its clock anew, at another member's cost. */
async function moveTo(stand, time, other) {
  await stand.exchange.control('POST', 'clock', { freeze: time });
  await stand.tell('sync', { userId: other.userId, trigger: 'demand' });
  await stand.exchange.spent();
}

async function untilSettled(stand, { userId, accountId }) {
  for (let runs = 1; ; runs++) {
    const [{ settled }] = await stand.tell('rows', {
      sql: `select next_sync_at > now() + interval '1 hour' as settled from exchange_accounts where id = ?`,
      values: [accountId],
    });
    if (settled) return runs - 1;
    if (runs > 60) throw new Error('gaps are never refilled');
    await sync(stand, userId);
  }
}

async function sync(stand, userId) {
  const run = await stand.tell('sync', { userId, trigger: 'demand' });
  if (run.state !== 'done') throw new Error(`a run ended as ${run.state}: ${run.error}`);
  return run;
}

/** The first 45 minutes after `from` in which nothing happens to the member. */
async function quietSpan(stand, member, from) {
  const later = await (async () => {
    await stand.exchange.control('POST', 'clock', { freeze: from + 72 * HOUR });
    return stand.exchange.truth(member);
  })();
  const at = async (time) => {
    await stand.exchange.control('POST', 'clock', { freeze: time });
    const { balances, openOrders, openAlgoOrders } = await stand.exchange.truth(member);
    return JSON.stringify([balances, openOrders, openAlgoOrders]);
  };
  const happened = [...later.spotTrades, ...later.futuresTrades, ...later.deposits, ...later.withdrawals, ...later.income]
    .map(timeOf)
    .filter((time) => time > from);
  const moments = [from, ...happened.sort((a, b) => a - b)];
  for (const [i, moment] of moments.entries()) {
    const start = moment + 1000;
    if ((moments[i + 1] ?? Infinity) < start + 45 * MINUTE) continue;
    if ((await at(start)) === (await at(start + 45 * MINUTE))) return start;
  }
  throw new Error(`${member} is never quiet for 45 minutes`);
}

/** Symbols with a fill that was not shown before; the exchange forgets old futures fills meanwhile. */
function changed(before, after) {
  const nameOf = (row) => `${row.symbol} ${row.id}`;
  const shown = new Set(before.map(nameOf));
  return [...new Set(after.filter((row) => !shown.has(nameOf(row))).map(({ symbol }) => symbol))];
}

const ordered = (truth) => new Set([...truth.openOrders, ...truth.openAlgoOrders].map(({ symbol }) => symbol)).size;

function compare(name, goal, minimum, totals) {
  const { own, shared, sharedRequests } = spentByScope(totals);
  const asked = totals.requests - sharedRequests;
  const lines = scopes.map((scope) => ({
    measure: name,
    scope,
    minimum: minimum.scopes[scope],
    used: own[scope],
    ratio: own[scope] / minimum.scopes[scope],
  }));
  const requests = { measure: name, scope: 'requests', minimum: minimum.requests, used: asked, ratio: asked / minimum.requests };
  const worst = Math.max(...[requests, ...lines].map(({ ratio }) => ratio));
  return {
    lines: [requests, ...lines],
    worst,
    ok: worst <= goal + 1e-9,
    goal,
    shared,
    sharedRequests,
    refused: Object.entries(totals.statuses).filter(([status]) => status !== '200'),
  };
}

export async function measureRequests({ profiles = ['typical', 'whale'], log = console.log } = {}) {
  const stand = await startStand();
  const failures = [];
  try {
    await stand.exchange.control('POST', 'limits', NO_LIMITS);
    const spot = (await (await fetch(`${stand.exchange.url}/api/v3/exchangeInfo`)).json()).symbols.map(
      ({ symbol, baseAsset, quoteAsset }) => ({ symbol, base: baseAsset, quote: quoteAsset }),
    );
    const contracts = (await (await fetch(`${stand.exchange.url}/fapi/v1/exchangeInfo`)).json()).symbols.map(({ symbol }) => symbol);
    await stand.exchange.control('POST', 'clock', { freeze: START });
    const other = await stand.tell('member', keyOf('empty', 99));
    await sync(stand, other.userId);
    for (const profile of profiles) {
      const name = `${profile}-1`;
      await moveTo(stand, START, other);
      const member = await stand.tell('member', keyOf(profile, 1));
      await stand.exchange.spent(); // the key's check is the submission's, not the sync's
      const report = (title, measured) => {
        log(`\n${name}: ${title} (goal ${measured.goal.toFixed(1)})`);
        for (const line of measured.lines)
          log(
            `  ${line.scope.padEnd(9)} minimum ${String(line.minimum).padStart(8)}   used ${String(line.used).padStart(8)} ` +
              `  ratio ${line.ratio.toFixed(3)}`,
          );
        record(`Exchange requests, ${name}`, [figure(title, [measured.worst], measured.goal, { most: true })]);
        if (measured.sharedRequests > 0)
          log(
            `  shared by all members: ${measured.sharedRequests} requests, api ${measured.shared.api}, ` +
              `fapi ${measured.shared.fapi} (not in the ratios)`,
          );
        if (measured.refused.length > 0) log(`  answers that were not 200: ${JSON.stringify(measured.refused)}`);
        if (!measured.ok) failures.push(`${name}: ${title}: ${measured.worst.toFixed(3)}`);
      };
      const check = async (title, only) => {
        const found = await differences(stand.tell, member.accountId, await stand.exchange.truth(name), only);
        log(`  ${title}: ${found.length === 0 ? 'complete, every row equal' : found.join('; ')}`);
        failures.push(...found.map((text) => `${name}: ${title}: ${text}`));
      };

      const first = await stand.exchange.truth(name);
      const began = performance.now();
      await sync(stand, member.userId);
      const backfill = await stand.exchange.spent();
      report('first reading', compare('first reading', GOALS.backfill, backfillMinimum(first, { spot, contracts }, START), backfill));
      log(
        `  ${first.spotTrades.length} spot and ${first.futuresTrades.length} futures trades, ` +
          `${((performance.now() - began) / 1000).toFixed(1)} s`,
      );
      await check('after the first reading');
      const refills = await untilSettled(stand, member);
      const { own, sharedRequests } = spentByScope(await stand.exchange.spent());
      log(
        `  refilling what no row points at, back to the exchange's first day: ${refills} runs, weight ` +
          `${JSON.stringify(own)}, shared requests ${sharedRequests}`,
      );

      const quiet = await quietSpan(stand, name, START);
      await moveTo(stand, quiet, other);
      await sync(stand, member.userId);
      await moveTo(stand, quiet + SETTLED, other);
      await sync(stand, member.userId);
      await moveTo(stand, quiet + 2 * SETTLED, other);
      const still = await stand.exchange.truth(name);
      await sync(stand, member.userId);
      report(
        'without news',
        compare('without news', GOALS.quiet, newsMinimum({ spot: 0, futures: 0, ordered: ordered(still) }), await stand.exchange.spent()),
      );
      await check('then');

      let known = still;
      for (const hours of HOURS_OF_NEWS) {
        const moment = quiet + 2 * SETTLED + hours * HOUR;
        await moveTo(stand, moment, other);
        const after = await stand.exchange.truth(name);
        const news = {
          spot: changed(known.spotTrades, after.spotTrades).length,
          futures: changed(known.futuresTrades, after.futuresTrades).length,
          ordered: ordered(after),
        };
        await sync(stand, member.userId);
        report(
          `${hours} h later, news in ${news.spot} spot symbols and ${news.futures} contracts, ${news.ordered} with orders`,
          compare('news', GOALS.news, newsMinimum(news), await stand.exchange.spent()),
        );
        await moveTo(stand, moment + SETTLED, other);
        known = await stand.exchange.truth(name);
        await sync(stand, member.userId);
        await check('once late fills have appeared', LEDGERS);
      }
    }
  } finally {
    await stand.stop();
  }
  return failures;
}
