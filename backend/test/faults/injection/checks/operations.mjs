/**
 * Every check throws with what is broken; `run` has world, history and people. Operations that ended unknown bind to "at most once" alone.
 */
class Broken extends Error {}

export const breaks = (problem) => {
  throw new Broken(problem);
};

/** How many rows there are of each value of the first column. */
async function counts(world, sql, values) {
  const rows = await world.database.rows(sql, values);
  return new Map(rows.map(({ name, n }) => [name, Number(n)]));
}

/** Each acknowledged operation once, each unknown one at most once, each refused one not at all. */
function once(run, op, nameOf, found) {
  const problems = [];
  for (const operation of run.history.of(op)) {
    const name = nameOf(operation.about);
    const n = found.get(name) ?? 0;
    const least = operation.outcome === 'acked' ? 1 : 0;
    const most = operation.outcome === 'refused' ? 0 : 1;
    if (n < least) run.measured.lost += 1;
    if (n > most) run.measured.doubled += 1;
    if (n < least) problems.push(`${op} ${name} (operation ${operation.n}) was acknowledged and is lost`);
    if (n > most) problems.push(`${op} ${name} (operation ${operation.n}, ${operation.outcome}) is there ${n} times`);
  }
  if (problems.length > 0) breaks(problems[0]);
}

/** I1 */
export async function acknowledged(run) {
  const { world, history } = run;
  once(run, 'sign-up', ({ email }) => email, await counts(world, 'select lower(email) as name, count(*) as n from users group by 1'));
  once(
    run,
    'confirm',
    ({ email }) => email,
    await counts(world, 'select lower(email) as name, 1 as n from users where email_confirmed_at is not null'),
  );
  once(
    run,
    'signal',
    ({ message }) => message,
    await counts(world, 'select signal_message as name, count(*) as n from signals group by 1'),
  );
  once(run, 'broadcast', ({ subject }) => subject, await counts(world, 'select subject as name, count(*) as n from broadcasts group by 1'));
  await submissions(run);
  await decisions(run);
  await toggles(run);
  await edits(run, history);
}

/**
 * A form that was sent again because nobody knew of the first may be a second submission where the first one had been rejected meanwhile.
 * More than one stands open never, and a form that was sent once is there once.
 */
async function submissions({ world, history }) {
  const paid = await world.database.rows(
    `select txid as name, count(*)::int as n, count(*) filter (where status <> 'rejected')::int as open from payments group by 1`,
  );
  const byTxid = new Map(paid.map(({ name, ...row }) => [name, row]));
  for (const { n: number, outcome, about, tries, unknownTries } of history.of('payment')) {
    const { n = 0, open = 0 } = byTxid.get(about.txid) ?? {};
    if (outcome === 'acked' && n < 1) breaks(`payment ${about.txid} (operation ${number}) was acknowledged and is lost`);
    if (outcome === 'refused' && n > 0) breaks(`payment ${about.txid} (operation ${number}) was refused and is there`);
    if (open > 1 || n > Math.max(1, tries) || (n > 1 && unknownTries === 0 && tries === 1))
      breaks(`payment ${about.txid} (operation ${number}) is there ${n} times, ${open} of them open`);
  }
  const kyc = await counts(
    world,
    `select lower(u.email) as name, count(*) as n from kyc_submissions k join users u on u.id = k.user_id group by 1`,
  );
  for (const [email, operations] of Map.groupBy(history.of('kyc'), ({ about }) => about.email)) {
    const n = kyc.get(email) ?? 0;
    const least = operations.filter(({ outcome }) => outcome === 'acked').length;
    const most = operations.filter(({ outcome }) => outcome !== 'refused').reduce((sum, { tries }) => sum + tries, 0);
    if (n < least) breaks(`${email} has ${n} KYC submissions, and ${least} were acknowledged`);
    if (n > most) breaks(`${email} has ${n} KYC submissions, and sent ${most}`);
  }
}

/** Who was told "decided" finds that decision, and nobody else was told another one. */
async function decisions({ world, history }) {
  const rows = await world.database.rows('select id, status from payments union all select id, status from kyc_submissions');
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  for (const { n, about } of history.of('decision', 'acked')) {
    const told = about.move === 'approve' ? 'approved' : 'rejected';
    if (statusOf.get(about.id) !== told)
      breaks(`operation ${n} was told that ${about.kind} ${about.id} is ${told}, and it is ${statusOf.get(about.id)}`);
  }
  const acked = Map.groupBy(history.of('decision', 'acked'), ({ about }) => about.id);
  for (const [id, told] of acked) if (told.length > 1) breaks(`${told.length} decisions of ${id} were acknowledged`);
}

/** The switch stands as the acknowledged presses leave it, and each was made once. */
async function toggles({ world, history }) {
  const made = await counts(
    world,
    `select target_id as name, count(*) as n from audit_events where action in ('user.activate', 'user.deactivate') group by 1`,
  );
  for (const [userId, operations] of Map.groupBy(history.of('toggle'), ({ about }) => about.userId)) {
    const n = made.get(userId) ?? 0;
    const acked = operations.filter(({ outcome }) => outcome === 'acked').length;
    const unknown = operations.filter(({ outcome }) => outcome === 'unknown').length;
    if (n < acked || n > acked + unknown)
      breaks(`${operations[0].about.email} was switched ${n} times, ${acked} presses were acknowledged, ${unknown} are unknown`);
    const [{ status }] = await world.database.rows('select status from users where id = $1', [userId]);
    if (status !== (n % 2 === 0 ? 'active' : 'deactivated')) breaks(`${operations[0].about.email} is ${status} after ${n} presses`);
  }
}

/** Of one member's edits, which come one after the other, the last acknowledged one stands, or an unknown one after it. */
async function edits({ world }, history) {
  for (const [email, operations] of Map.groupBy(history.of('edit', 'acked', 'unknown'), ({ about }) => about.email)) {
    const last = operations.findLastIndex(({ outcome }) => outcome === 'acked');
    const possible = operations.slice(Math.max(0, last));
    const [row] = await world.database.rows(
      `select other_name as "otherName", phone_number as "phoneNumber" from users where lower(email) = $1`,
      [email],
    );
    const fits = ({ about: { profile } }) => profile.otherName === row?.otherName && profile.phoneNumber === row?.phoneNumber;
    if (last >= 0 && !possible.some(fits))
      breaks(
        `the profile of ${email} is ${JSON.stringify(row)}, and operation ${operations[last].n} was acknowledged with ` +
          JSON.stringify(operations[last].about.profile),
      );
  }
}

/** I2 */
export async function reviews({ world }) {
  for (const [table, column, name] of [
    ['payments', 'payment_status', 'payment'],
    ['kyc_submissions', 'kyc_status', 'kyc'],
  ]) {
    const several = await world.database.rows(
      `select user_id from ${table} where status in ('pending', 'approved') group by 1 having count(*) > 1`,
    );
    if (several.length > 0) breaks(`${several[0].user_id} has several open rows in ${table}`);
    const [apart] = await world.database.rows(
      `select u.email, u.${column} as told, (select t.status from ${table} t where t.user_id = u.id
        order by t.submitted_at desc, t.id desc limit 1) as kept from users u
       where u.${column} is distinct from (select t.status from ${table} t where t.user_id = u.id
         order by t.submitted_at desc, t.id desc limit 1) limit 1`,
    );
    if (apart) breaks(`${apart.email} is told ${name} ${apart.told}, and the row says ${apart.kept}`);
    const [moved] = await world.database.rows(
      `select t.id, t.status, count(e.id)::int as n from ${table} t
        left join audit_events e on e.target_id = t.id::text and e.action in ('${name}.approve', '${name}.reject')
       group by t.id, t.status having count(e.id) <> case when t.status = 'pending' then 0 else 1 end limit 1`,
    );
    if (moved) breaks(`${name} ${moved.id} is ${moved.status} after ${moved.n} decisions`);
  }
}

/** I8: the chain holds, and there is one event for each act that happened. */
export async function audited({ world }) {
  const { code, out } = await world.command('audit:verify');
  if (code !== 0) breaks(`audit:verify: ${out}`);
  const acts = [
    ['user.sign-up', "users where role <> 'admin'"],
    [
      'user.confirm-email',
      `users where email_confirmed_at is not null and role <> 'admin' and not exists (select 1 from audit_events r where ` +
        `r.action = 'auth.reset-password' and r.target_id = users.id::text and r.at <= users.email_confirmed_at)`,
    ],
    ['payment.submit', 'payments where true'],
    ['kyc.submit', 'kyc_submissions where true'],
    ['signal.create', 'signals where true'],
    ['broadcast.create', 'broadcasts where true'],
  ];
  for (const [action, from] of acts) {
    const table = from.split(' ')[0];
    const [apart] = await world.database.rows(
      `select ${table}.id, (select count(*)::int from audit_events e
        where e.action = '${action}' and e.target_id = ${table}.id::text) as n
        from ${from} and (select count(*) from audit_events e
        where e.action = '${action}' and e.target_id = ${table}.id::text) <> 1 limit 1`,
    );
    if (apart) breaks(`${table} ${apart.id} has ${apart.n} events ${action}`);
    const [orphan] = await world.database.rows(
      `select target_id from audit_events e where e.action = '${action}'
        and not exists (select 1 from ${table} t where t.id::text = e.target_id) limit 1`,
    );
    if (orphan) breaks(`${action} of ${orphan.target_id} is recorded, and there is no such row in ${table}`);
  }
}
