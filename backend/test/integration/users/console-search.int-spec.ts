import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permits, teamRoles } from '../../../src/platform/domain/index.js';
import type { SearchHitWire } from '../../../src/platform/wire/index.js';
import { call, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { plansOf } from '../../support/query-plans.js';
import { InvoiceWorld } from '../money/invoice-world.js';
import { storedUser } from './people.js';

const CROWD = 12_000;
const BATCH = 1000;
const kinds = { user: 'users.read', kyc: 'kyc.read', payment: 'payments.read', invoice: 'invoices.read', signal: 'signals.read' } as const;

let world: InvoiceWorld;
let member: SignedIn;
beforeAll(async () => {
  world = await InvoiceWorld.start();
  member = await world.verified();
  await world.sendProof(member);
  await world.rows(`update users set surname = 'Quillhampton', other_name = 'Doge' where id = ?`, [member.userId]);
  await world.rows(
    `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
      recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss, take_profit_1, take_profit_2,
      take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure, projected_closure_at, published_at,
      created_by)
     values (?, 'DOGEUSDT', 'DOGE', 'USDT', 'Buy', 'long', '1 Hour', 'Low', '1x', 1, '1 %', 'a day', '1', '1', '0.5', 'none', '2', '3', '4',
       'Flat', 'Not Quillhampton', '2026-11-01', '00:00', '2026-12-01', now(), now(), ?)`,
    [randomUUID(), randomUUID()],
  );
});
afterAll(() => world.stop());

const search = (q: string, as: SignedIn = world.admin) => call(world.api, 'GET', `/admin/search?q=${encodeURIComponent(q)}`, undefined, as);
const found = async (q: string, as?: SignedIn) => (await search(q, as)).json<{ data: SearchHitWire[] }>().data;
const kindsFound = async (q: string, as?: SignedIn) => (await found(q, as)).map(({ kind }) => kind);

describe('the search of the console', () => {
  it('finds a member with everything of theirs, and signals by their pair', async () => {
    const [invoice] = await world.invoicesOf(member);
    expect(await found('quillhamp')).toEqual([
      expect.objectContaining({ kind: 'user', id: member.userId, title: 'Doge Quillhampton', detail: member.email, status: 'active' }),
      expect.objectContaining({ kind: 'kyc', title: 'Doge Quillhampton', status: 'approved' }),
      expect.objectContaining({ kind: 'payment', title: 'Doge Quillhampton', status: 'pending' }),
      expect.objectContaining({ kind: 'invoice', id: invoice!.id, title: 'Doge Quillhampton', detail: invoice!.number }),
    ]);
    expect(await kindsFound(member.email)).toEqual(['user', 'kyc', 'payment', 'invoice']);
    for (const q of ['DOGE/USDT', 'dogeusdt'])
      expect(await found(q)).toEqual([expect.objectContaining({ kind: 'signal', title: 'DOGE/USDT', detail: 'long', status: null })]);
    expect(await kindsFound('doge')).toEqual(['user', 'kyc', 'payment', 'invoice', 'signal']);
  });

  it('finds a record by its id, an invoice by its number, and its count alone', async () => {
    for (const hit of await found('doge')) expect([hit.kind, await found(hit.id)]).toEqual([hit.kind, expect.arrayContaining([hit])]);
    const number = (await world.invoicesOf(member))[0]!.number;
    for (const q of [number, number.toLowerCase(), number.slice(-6)])
      expect([q, (await found(q)).map(({ detail }) => detail)]).toEqual([q, expect.arrayContaining([number])]);
    expect(await found(randomUUID())).toEqual([]);
  });

  it('finds five of a kind at most, the newest first, and rejected users too', async () => {
    for (let n = 0; n < 7; n++) await storedUser(world.api, { surname: 'Sevenfold', createdAt: new Date(Date.UTC(2026, 0, n + 1)) });
    const hits = await found('sevenfold');
    expect(hits.map(({ at }) => at!.slice(0, 10))).toEqual(['2026-01-07', '2026-01-06', '2026-01-05', '2026-01-04', '2026-01-03']);
    await world.rows(`update users set rejected_at = now() where id = ?`, [hits[0]!.id]);
    expect(await found('sevenfold')).toEqual([{ ...hits[0], status: 'rejected' }, ...hits.slice(1)]);
  });

  it.each(teamRoles)('shows %s the kinds whose lists the role may read, and no others', async (role) => {
    const person = await signedInTeam(world.api, role);
    const allowed = Object.entries(kinds).flatMap(([kind, permission]) => (permits(role, permission) ? [kind] : []));
    expect(await kindsFound('doge', person)).toEqual(allowed);
    for (const { kind, id } of await found('doge'))
      expect([kind, (await kindsFound(id, person)).includes(kind)]).toEqual([kind, allowed.includes(kind)]);
  });

  it('is refused to members, and without 2 to 100 characters', async () => {
    expect((await search('doge', await signedInMember(world.api))).statusCode).toBe(403);
    for (const q of ['', 'a', ' a ', 'x'.repeat(101)]) expect([q, (await search(q)).statusCode]).toEqual([q, 400]);
    for (const q of ['--', '%%', "';--"]) expect([q, await found(q)]).toEqual([q, []]);
  });

  it('reads no table from end to end, also for what is found nowhere', async () => {
    for (let to = BATCH; to <= CROWD; to += BATCH)
      await world.rows(
        `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
           status)
         select gen_random_uuid(), substr(md5(n::text), 1, 9) || '@' || substr(md5((n * 7)::text), 1, 6) || '.example',
           initcap(md5((n * 3)::text)), initcap(md5((n * 5)::text)), '+44' || (7000000000 + n * 7919), 'United Kingdom', '1990-01-01',
           'trade club', 'x', substr(md5((n * 11)::text), 1, 12), 'active' from generate_series(${to - BATCH + 1}, ${to}) n`,
      );
    await world.rows('vacuum analyze users');
    for (const q of ['quillhamp', 'zzzzzz', 'ab cd', member.userId])
      for (const plan of await plansOf(world.api, /\bfrom "users" as "u"|join "users" as "u"/, () => search(q)))
        expect([q, plan]).toEqual([q, expect.not.stringMatching(/Seq Scan on users/)]);
  });
});
