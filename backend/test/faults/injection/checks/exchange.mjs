import { readAccounts } from '../settle.mjs';
import { breaks } from './operations.mjs';

/** A request that had left when the answer came: two workers read at most so many accounts at a time, with a few calls each. */
const UNDER_WAY = 32;
const LIMITS = { api: 6000, fapi: 2400 };

const plain = (text) => {
  const [whole, part = ''] = String(text).split('.');
  const digits = part.replace(/0+$/, '');
  return digits === '' ? whole : `${whole}.${digits}`;
};

/** As sets: the rows of an account beside those that the exchange has of its owner. */
const datasets = {
  spotTrades: {
    sql: `select symbol || '|' || trade_id || '|' || buyer as name, price::text || '|' || qty::text || '|' || quote_qty::text as is
      from spot_trades where account_id = $1`,
    row: (row) => [`${row.symbol}|${row.id}|${row.isBuyer}`, [row.price, row.qty, row.quoteQty]],
  },
  futuresTrades: {
    sql: `select symbol || '|' || trade_id || '|' || buyer as name, price::text || '|' || qty::text || '|' || realized_pnl::text as is
      from futures_trades where account_id = $1`,
    row: (row) => [`${row.symbol}|${row.id}|${row.buyer}`, [row.price, row.qty, row.realizedPnl]],
  },
  withdrawals: {
    sql: `select id as name, coin || '|' || amount::text || '|' || transaction_fee::text as is from withdrawals where account_id = $1`,
    row: (row) => [row.id, [row.coin, row.amount, row.transactionFee]],
  },
  deposits: {
    sql: `select (extract(epoch from inserted_at) * 1000)::bigint::text || '|' || tx_id as name, coin || '|' || amount::text as is
      from deposits where account_id = $1`,
    row: (row) => [`${row.insertTime}|${row.txId}`, [row.coin, row.amount]],
  },
};

/** I5 */
export async function readings(run) {
  const { world, people } = run;
  let compared = 0;
  for (const { id, email } of await world.database.rows(readAccounts)) {
    const person = people.find((one) => one.email === email);
    const truth = await world.exchangeControl('GET', `truth/${person.account}`);
    for (const [name, { sql, row }] of Object.entries(datasets)) {
      const kept = (await world.database.rows(sql, [id])).map((one) => `${one.name} ${one.is.split('|').map(plain).join('|')}`).sort();
      const exchangeRows = truth[name]
        .map((one) => row(one))
        .map(([key, parts]) => `${key} ${parts.map(plain).join('|')}`)
        .sort();
      if (JSON.stringify(kept) === JSON.stringify(exchangeRows)) continue;
      const [missing, surplus] = [exchangeRows.filter((one) => !kept.includes(one)), kept.filter((one) => !exchangeRows.includes(one))];
      breaks(
        `${name} of ${email} (${person.account}): ${kept.length} rows, the exchange has ${exchangeRows.length}; ${missing.length} ` +
          `missing (${missing[0]}), ${surplus.length} too many (${surplus[0]})`,
      );
    }
    compared += 1;
  }
  run.measured.accountsCompared = compared;
}

/** I6: the exchange was left alone while it had asked for that, and never got more than it allows. */
export async function politeness({ world }) {
  const log = await world.exchangeControl('GET', 'log');
  for (const { scope, at, until } of closingsOf(log)) {
    const late = log.filter((one) => one.at > at && one.at < until && (scope === null || one.scope === scope));
    if (late.length > UNDER_WAY)
      breaks(`${late.length} requests came to ${scope ?? 'the exchange'} while it had asked for ${until - at} ms of silence`);
  }
  for (const [scope, limit] of Object.entries(LIMITS)) {
    const minutes = Map.groupBy(
      log.filter((one) => one.scope === scope),
      ({ at }) => Math.floor(at / 60_000),
    );
    for (const [minute, requests] of minutes) {
      const weight = requests.reduce((sum, one) => sum + one.weight, 0);
      if (weight > limit)
        breaks(
          `${scope} was asked for a weight of ${weight} in the minute from ${new Date(minute * 60_000).toISOString()}, and allows ${limit}`,
        );
    }
  }
}

/** The fault injector asks for 4 s after a 429, and for 5 s of everything after a 418. */
function closingsOf(log) {
  return log
    .filter(({ status, fault }) => fault !== undefined && (status === 429 || status === 418))
    .map(({ status, at, scope }) => (status === 429 ? { scope, at, until: at + 4_000 } : { scope: null, at, until: at + 5_000 }));
}
