import { breaks } from '../checks/operations.mjs';
import { outbox } from '../checks/mails.mjs';
import { answers } from '../checks/safety.mjs';

/** What the chain itself has of a transaction: its outputs to the address, with units; empty where it is in no block any more. */
async function outputsOf({ exchangeUrl }, { chain, txid, address }) {
  const at = `${exchangeUrl}/chain/${chain}`;
  if (chain === 'tron') {
    const answer = await fetch(`${at}/walletsolidity/gettransactioninfobyid`, { method: 'POST', body: JSON.stringify({ value: txid }) });
    return ((await answer.json()).log ?? []).map(({ data }, index) => ({ index, units: BigInt(`0x${data}`) }));
  }
  const answer = await fetch(`${at}/tx/${txid}`);
  if (answer.status === 404) return [];
  const { status, vout } = await answer.json();
  if (!status.confirmed) return [];
  return vout.flatMap(({ scriptpubkey_address: to, value }, index) => (to === address ? [{ index, units: BigInt(value) }] : []));
}

const places = { bitcoin: 8, tron: 6 };

/** Coins of the ledger in units of the chain. */
function unitsOf(chain, decimal) {
  const [whole, part = ''] = decimal.split('.');
  const digits = part.replace(/0+$/, '');
  if (digits.length > places[chain]) breaks(`${decimal} is no whole number of units on ${chain}`);
  return BigInt(whole + digits.padEnd(places[chain], '0'));
}

/** Bookings of transfers, by transfer. */
async function bookingsOf({ database }) {
  const rows = await database.rows(
    `select t.id, t.idempotency_key as key, t.reference,
      exists (select 1 from ledger_transactions r where r.reverses_id = t.id) as reversed,
      (select string_agg(p.amount::text, ' ') from ledger_postings p where p.transaction_id = t.id and p.account like 'chain:%') as coins
     from ledger_transactions t where t.idempotency_key like 'chain-transfer:%'`,
  );
  return Map.groupBy(
    rows.map((row) => ({ ...row, transfer: row.key.slice('chain-transfer:'.length).replace(/:\d+$/, '') })),
    ({ transfer }) => transfer,
  );
}

/** M1 */
async function balanced({ world }) {
  const [open] = await world.database.rows(
    'select currency, sum(amount)::text as sum from ledger_postings group by 1 having sum(amount) <> 0',
  );
  if (open) breaks(`the postings in ${open.currency} add up to ${open.sum}`);
  const { code, out } = await world.command('invoices', 'verify');
  if (code !== 0) breaks(`invoices verify: ${out}`);
}

/** M2: against what was sent, and what the chains have of it in the end. */
async function bookedOnce(run) {
  const { world, sent, measured } = run;
  const bookings = await bookingsOf(world);
  for (const [transfer, list] of bookings) {
    const standing = list.filter(({ reversed }) => !reversed);
    measured.reversed += list.length - standing.length;
    if (standing.length > 1) {
      measured.doubled += 1;
      breaks(`${transfer} is booked ${standing.length} times`);
    }
  }
  const known = new Set();
  for (const payment of sent) {
    for (const { index, units } of await outputsOf(world, payment)) {
      const transfer = `${payment.chain}:${payment.txid}:${index}`;
      known.add(transfer);
      const booking = bookings.get(transfer)?.find(({ reversed }) => !reversed);
      if (!payment.matches && booking) breaks(`${transfer} belongs to no invoice, and is booked for ${booking.reference}`);
      if (!payment.matches) continue;
      if (!booking) {
        measured.lost += 1;
        breaks(`${transfer} pays invoice ${payment.invoiceId}, and is not booked`);
      }
      if (booking.reference !== `invoice:${payment.invoiceId}`)
        breaks(`${transfer} pays invoice ${payment.invoiceId}, and is booked for ${booking.reference}`);
      if (unitsOf(payment.chain, booking.coins) !== units) breaks(`${transfer} is of ${units} units, and ${booking.coins} are booked`);
      measured.booked += 1;
    }
  }
  for (const [transfer, list] of bookings)
    if (!known.has(transfer) && list.some(({ reversed }) => !reversed)) breaks(`${transfer} is booked, and the chain does not have it`);
}

/** M3: as the product itself has stored what it read. */
async function transfersBooked({ world }) {
  const bookings = await bookingsOf(world);
  const rows = await world.database.rows(
    `select c.chain || ':' || c.txid || ':' || c.position as transfer, c.state, i.status, c.attention from chain_transfers c
      left join invoices i on i.id = c.invoice_id`,
  );
  for (const { transfer, state, status, attention } of rows) {
    const standing = (bookings.get(transfer) ?? []).filter(({ reversed }) => !reversed).length;
    const expected = state === 'final' && status !== null && status !== 'void' ? 1 : 0;
    if (standing !== expected) breaks(`${transfer} is ${state}, its invoice ${status}, and it is booked ${standing} times`);
    if (state === 'final' && expected === 0 && attention !== 'unmatched') breaks(`${transfer} matches nothing, and no admin is told`);
    if (state === 'seen' || state === 'confirming') breaks(`${transfer} is ${state} after everything was read`);
  }
}

/** M4 */
async function paidIfCovered({ world, measured }) {
  const rows = await world.database.rows(
    `select i.id, i.status, i.total::text, coalesce((select sum(p.amount) from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id where t.reference = 'invoice:' || i.id
        and p.account = 'receivable:' || i.user_id), 0) <= 0 as covered from invoices i where i.status <> 'void'`,
  );
  for (const { id, status, covered } of rows)
    if ((status === 'paid') !== covered) breaks(`invoice ${id} is ${status}, and its postings ${covered ? 'cover it' : 'do not cover it'}`);
  measured.paid = rows.filter(({ status }) => status === 'paid').length;
}

/** M5 */
async function subscriptionsApproved({ world }) {
  const [waiting] = await world.database.rows(
    `select u.email, u.payment_status as status from invoices i join users u on u.id = i.user_id
      where i.kind = 'subscription' and i.status = 'paid' and u.payment_status is distinct from 'approved' limit 1`,
  );
  if (waiting) breaks(`${waiting.email} has paid, and their subscription is ${waiting.status}`);
  const [several] = await world.database.rows(`select user_id from payments where status = 'approved' group by 1 having count(*) > 1`);
  if (several) breaks(`${several.user_id} has several approved payments`);
  const [never] = await world.database.rows(
    `select u.email from users u where u.payment_status = 'approved' and not exists (select 1 from audit_events e
      join invoices i on i.id::text = e.target_id where i.user_id = u.id and e.action = 'invoice.settle' and e.detail->>'status' = 'paid')`,
  );
  if (never) breaks(`${never.email} is approved, and no invoice of theirs was ever paid`);
}

/** M6 */
async function recorded({ world }) {
  const { code, out } = await world.command('audit:verify');
  if (code !== 0) breaks(`audit:verify: ${out}`);
  const [apart] = await world.database.rows(
    `select i.number, (select count(*)::int from audit_events e where e.action = 'invoice.settle' and e.target_id = i.id::text) as told,
        (select count(*)::int from ledger_transactions t where t.reference = 'invoice:' || i.id and t.kind = 'payment'
          and t.idempotency_key not like 'invoice-void-credit:%') as made
      from invoices i where (select count(*) from audit_events e where e.action = 'invoice.settle' and e.target_id = i.id::text)
        <> (select count(*) from ledger_transactions t where t.reference = 'invoice:' || i.id and t.kind = 'payment'
          and t.idempotency_key not like 'invoice-void-credit:%') limit 1`,
  );
  if (apart) breaks(`${apart.number} has ${apart.made} bookings and ${apart.told} events of them`);
}

/** What must hold of money once everything is whole and finished. */
export const paymentInvariants = [
  { id: 'M1', name: 'postings add up to zero in every currency, lines and numbers are what they must be', holds: balanced },
  { id: 'M2', name: 'each output of the chains is booked once, for its invoice, and nothing else is', holds: bookedOnce },
  { id: 'M3', name: 'final transfers are booked, others are not, and what matches nothing is shown to the admins', holds: transfersBooked },
  { id: 'M4', name: 'an invoice is paid if and only if its postings cover it', holds: paidIfCovered },
  { id: 'M5', name: 'a paid subscription is approved, once', holds: subscriptionsApproved },
  { id: 'M6', name: 'the audit chain holds, with one event for each booking', holds: recorded },
  { id: 'M7', name: 'nothing waits, and nothing is given up', holds: outbox },
  { id: 'M8', name: 'no answer but "later" while something is broken, and no process falls over', holds: answers },
];
