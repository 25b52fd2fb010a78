// 200 members whose first readings share one address and the exchange's 6,000 weight a minute, through two real workers: nothing is
// refused, the weight is used, and nobody is left behind.
import { figure, record } from '../lib/figures.mjs';
import { keyOf } from './lib/exchange.mjs';
import { startStand } from './lib/stand.mjs';

const MEMBERS = 200;
/** Long enough for everybody to have had their first look and a turn. */
const WINDOWS = 6;
/**
 * `fair`: a turn is a hundred weight or two, and six minutes are one or two of them for each; whoever is left out altogether is counted
 * apart.
 */
const GOALS = { used: 0.9, fair: 0.85 };
const MINUTE = 60_000;

/** Jain's index: 1 where all have the same, 1/n where one has everything. */
function fairness(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return (total * total) / (shares.length * shares.reduce((sum, share) => sum + share * share, 0));
}

const until = (time) => new Promise((done) => setTimeout(done, Math.max(0, time - Date.now())));

export async function measureFleet({ members = MEMBERS, windows = WINDOWS, redisUrl, log = console.log } = {}) {
  const stand = await startStand(redisUrl ? { REDIS_URL: redisUrl } : {});
  const failures = [];
  const demand = (name, value, goal) => {
    log(`  ${name}: ${value.toFixed(3)} (goal at least ${goal})`);
    record(`${members} members, one address`, [figure(name, [value], goal)]);
    if (value < goal) failures.push(`200 members: ${name} is ${value.toFixed(3)}`);
  };
  try {
    // Keys are checked before the measure, without a limit.
    await stand.exchange.control('POST', 'limits', { api: 1e9 });
    const people = [];
    for (let n = 1; n <= members; n++) people.push(await stand.tell('member', keyOf(n % 4 === 0 ? 'typical' : 'small', n)));
    for (const { userId } of people) await stand.tell('request', { userId, trigger: 'approval' });
    await stand.exchange.control('POST', 'reset', { only: ['limits'] });
    await Promise.all([stand.worker(), stand.worker()]);
    await stand.exchange.spent();

    log(`\n${members} members, first readings, 6,000 weight a minute, two workers, ${redisUrl ? 'Redis' : 'PostgreSQL'}`);
    // From one of the exchange's minutes to another.
    const start = Math.ceil(Date.now() / MINUTE) * MINUTE;
    await until(start);
    await stand.exchange.spent();
    const used = [];
    const byMember = new Map(people.map((_, i) => [`${(i + 1) % 4 === 0 ? 'typical' : 'small'}-${i + 1}`, 0]));
    const statuses = {};
    for (let window = 1; window <= windows; window++) {
      await until(start + window * MINUTE - 1);
      const totals = await stand.exchange.spent();
      used.push((totals.scopes.api?.weight ?? 0) / 6000);
      log(`  minute ${window}: ${totals.scopes.api?.weight ?? 0} of 6000 weight, answers ${JSON.stringify(totals.statuses)}`);
      for (const [status, count] of Object.entries(totals.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      for (const [member, spent] of Object.entries(totals.members))
        byMember.set(member, (byMember.get(member) ?? 0) + (spent.api?.weight ?? 0));
    }
    const refused = (statuses[429] ?? 0) + (statuses[418] ?? 0);
    log(`  refused for the limit: ${refused} (goal 0)`);
    record(`${members} members, one address`, [figure('refused for the limit', [refused], 0, { most: true })]);
    if (refused > 0) failures.push(`200 members: ${refused} answers were 429 or 418`);
    const shares = [...byMember.values()];
    demand('least share of a minute used', Math.min(...used), GOALS.used);
    demand("fairness over members' weight (Jain)", fairness(shares), GOALS.fair);
    const idle = shares.filter((share) => share === 0).length;
    if (idle > 0) failures.push(`200 members: ${idle} had no turn in ${windows} minutes`);
    log(`  weight by member: least ${Math.min(...shares)}, most ${Math.max(...shares)}, members without any ${idle} (goal 0)`);
  } finally {
    await stand.stop();
  }
  return failures;
}
