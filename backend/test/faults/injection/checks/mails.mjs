import { NOBODY } from '../mail-server.mjs';
import { breaks } from './operations.mjs';

/** A mail may be repeated by whatever took its answer away; what came this long before may still be at work. */
const WINDOW_MS = 120_000;
/** A request that is never answered is given up after this at the latest. */
const PATIENCE_MS = 30_000;

/** A machine that stands still takes answers away as a fault does. Requests without an answer tell of it. */
const stoodStill = ({ answers }, from, to) => answers.some(({ at, status }) => status === null && at >= from && at <= to + PATIENCE_MS);

function copiesAllowed({ history }, copies) {
  const [from, to] = [Math.min(...copies.map(({ at }) => at)) - WINDOW_MS, Math.max(...copies.map(({ at }) => at))];
  const faults = history.faults.filter((fault) => fault.from <= to && (fault.until ?? Infinity) >= from).length;
  return 1 + Math.max(faults, stoodStill(history, from, to) ? 1 : 0);
}

/** Copies by Message-ID, of those that may have been kept. */
const byId = (run) => Map.groupBy(run.world.mail.mails, ({ id }) => id);

/** Sent means that the server took it; and a copy has the same Message-ID, and a fault that explains it. */
function arrived(run, mails, { id, what, to, sent }) {
  const copies = mails.get(id) ?? [];
  const taken = copies.filter((copy) => copy.taken);
  if (sent && taken.length === 0) breaks(`${what} to ${to} counts as sent, and the mail server never took it (Message-ID ${id})`);
  const astray = copies.find((copy) => copy.to.length !== 1 || copy.to[0] !== to);
  if (astray) breaks(`${what} for ${to} went to ${astray.to.join(', ')}`);
  if (taken.length > 1 && taken.length > copiesAllowed(run, copies))
    breaks(`${what} to ${to} was sent ${taken.length} times, and ${copiesAllowed(run, copies) - 1} faults could have repeated it`);
}

/** I3: one letter a decision and submission, each sent, and nothing else. */
export async function letters(run) {
  const { world } = run;
  const rows = await world.database.rows(
    `select d.letter, coalesce(d.address, u.email) as "to", d.sent_at is not null as sent, d.refused_at is not null as refused, o.id,
      o.dead_at is not null as dead
     from mail_deliveries d join outbox o on o.id = d.outbox_id left join users u on u.id = d.user_id`,
  );
  const mails = byId(run);
  for (const { letter, to, sent, id } of rows) arrived(run, mails, { id, what: `letter ${letter}`, to, sent });
  const decided = await world.database.rows(
    `select t.kind, id, status, (select count(*)::int from outbox o
      where o.dedupe_key like 'mail:' || t.kind || '-%:' || t.id::text
      and o.dedupe_key not like 'mail:' || t.kind || '-received:%') as told,
       (select count(*)::int from outbox o where o.dedupe_key = 'mail:' || t.kind || '-received:' || t.id::text) as received
     from (select 'payment' as kind, id, status from payments union all select 'kyc', id, status from kyc_submissions) t`,
  );
  for (const { kind, id, status, told, received } of decided) {
    if (received !== 1) breaks(`${received} letters say that ${kind} ${id} arrived`);
    if (told !== (status === 'pending' ? 0 : 1)) breaks(`${told} letters tell the decision of ${kind} ${id}, which is ${status}`);
  }
}

/** I4: whoever stands in a broadcast's list got it, and nobody else. */
export async function broadcasts(run) {
  const rows = await run.world.database.rows(
    `select d.id, d.status, u.email as "to", b.subject from broadcast_deliveries d join broadcasts b on b.id = d.broadcast_id
      join users u on u.id = d.user_id`,
  );
  const mails = byId(run);
  for (const { id, status, to, subject } of rows) {
    if (!['sent', 'suppressed', 'failed_permanent'].includes(status)) breaks(`"${subject}" to ${to} is ${status}`);
    if (status === 'failed_permanent' && !to.startsWith(NOBODY))
      breaks(`"${subject}" to ${to} was given up, and the server never refused it`);
    arrived(run, mails, { id, what: `broadcast "${subject}"`, to, sent: status === 'sent' });
  }
  const known = new Set([...rows.map(({ id }) => id), ...(await run.world.database.rows('select id from outbox')).map(({ id }) => id)]);
  const stranger = run.world.mail.mails.find(({ id }) => !known.has(id));
  if (stranger) breaks(`a mail to ${stranger.to.join(', ')} ("${stranger.subject}") belongs to nothing`);
}

/** I7: nothing waits, and given up are exactly the letters that the server refuses for ever. */
export async function outbox({ world }) {
  const rows = await world.database.rows(
    `select o.id, o.kind, o.error, o.sent_at is not null as sent, o.dead_at is not null as dead, coalesce(d.address, u.email) as "to",
      d.refused_at is not null as refused
     from outbox o left join mail_deliveries d on d.outbox_id = o.id left join users u on u.id = d.user_id
       where o.sent_at is null or o.dead_at is not null`,
  );
  for (const { id, kind, error, sent, dead, to } of rows) {
    if (!sent && !dead) breaks(`outbox message ${id} (${kind}) waits: ${error}`);
    if (dead && !to?.startsWith(NOBODY)) breaks(`outbox message ${id} (${kind}, to ${to}) was given up: ${error}`);
  }
  const [alive] = await world.database.rows(
    `select coalesce(d.address, u.email) as "to" from mail_deliveries d join outbox o on o.id = d.outbox_id
      left join users u on u.id = d.user_id where coalesce(d.address, u.email) like $1 and o.dead_at is null limit 1`,
    [`${NOBODY}%`],
  );
  if (alive) breaks(`a letter to ${alive.to} is not dead, and the server refuses that address`);
}
