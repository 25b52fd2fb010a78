import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lettersTo } from '../users/people.js';
import { keptBefore, lineOf, moments, RetentionWorld, there } from './retention-world.js';

let world: RetentionWorld;
beforeAll(async () => (world = await RetentionWorld.start()), 60_000);
afterAll(() => world.stop(), 60_000);

describe('a verification', () => {
  it('that was rejected loses its papers after 90 days, unless it is flagged, and leaves a line', async () => {
    const members = await Promise.all([...moments, 'final', 'held', 'asked'].map(() => world.member()));
    const [early, due, late, final, held, asked] = await Promise.all(
      members.map(({ id }, n) => world.kyc(id, 'rejected', { decided: world.ago('90 days', moments[n] ?? '-1 day'), final: n === 3 })),
    );
    const [, dueMember, , , heldMember, askedMember] = members;
    await world.hold(heldMember!.id);
    await world.asksToBeErased(askedMember!.id);

    const line = lineOf(await world.run(), 'rejected-kyc');
    expect(line).toMatchObject({ due: 2, dueFiles: 4, done: 2, doneFiles: 4 });
    expect(line.spared).toEqual([
      { why: 'rejected for good', rows: 1 },
      { why: 'on hold', rows: 1 },
      { why: 'waits for the answer to a request to be erased', rows: 1 },
    ]);
    const all = [early!, due!, late!, final!, held!, asked!];
    expect(
      await world.left(
        'kyc_submissions',
        all.map(({ id }) => id),
      ),
    ).toEqual([...keptBefore, true, true, true]);
    expect(all.map(({ paths }) => there(paths))).toEqual([true, false, false, true, true, true].map((kept) => [kept, kept]));
    expect(await world.rows('select kind, user_id, status, files from shredded_submissions where id = ?', [due!.id])).toEqual([
      { kind: 'kyc', user_id: dueMember!.id, status: 'rejected', files: 2 },
    ]);
    expect(await world.rows('select 1 from files where user_id = ?', [dueMember!.id])).toEqual([]);
    expect(await world.recorded('rejected-kyc', dueMember!.id)).toBe(1);
  });

  it('that was asked for again and replaced goes 90 days after the new one, or with its verification', async () => {
    const members = await Promise.all(moments.map(() => world.member()));
    const cases = await Promise.all(members.map(({ id }) => world.kyc(id, 'approved', { decided: 'now()' })));
    const replaced = await Promise.all(cases.map(({ id }, n) => world.replaced(members[n]!.id, id, world.ago('90 days', moments[n]!))));
    const heldMember = await world.member();
    const held = await world.kyc(heldMember.id, 'approved', { decided: 'now()' });
    await world.replaced(heldMember.id, held.id, world.ago('1 year'));
    await world.hold(heldMember.id);
    const refusedMember = await world.member();
    const refused = await world.kyc(refusedMember.id, 'rejected', { decided: world.ago('90 days') });
    const withIt = await world.replaced(refusedMember.id, refused.id, world.ago('80 days'));

    const report = await world.run();
    expect(lineOf(report, 'replaced-documents')).toMatchObject({
      due: 2,
      dueFiles: 2,
      done: 2,
      doneFiles: 2,
      spared: [{ why: 'on hold', rows: 1 }],
    });
    expect(there(replaced)).toEqual(keptBefore);
    expect(cases.map(({ paths }) => there(paths))).toEqual(cases.map(() => [true, true]));
    expect(
      await world.left(
        'kyc_submissions',
        cases.map(({ id }) => id),
      ),
    ).toEqual([true, true, true]);
    expect(await world.recorded('replaced-documents', members[1]!.id)).toBe(1);
    expect(lineOf(report, 'rejected-kyc')).toMatchObject({ due: 1, dueFiles: 3, done: 1, doneFiles: 3 });
    expect(there([withIt])).toEqual([false]);
    expect(await world.rows('select files from shredded_submissions where id = ?', [refused.id])).toEqual([{ files: 3 }]);
    expect(await world.left('document_requests', [refused.id], 'submission_id')).toEqual([false]);
  });

  it('that no reviewer has decided is deleted after 120 days: its member is told, and may send the form again', async () => {
    const members = await Promise.all(moments.map(() => world.member()));
    const sent = await Promise.all(members.map(({ id }, n) => world.kyc(id, 'pending', { submitted: world.ago('120 days', moments[n]!) })));
    const approved = await world.member();
    const kept = await world.kyc(approved.id, 'approved', { submitted: world.ago('3 years'), decided: world.ago('3 years') });
    const [early, due] = members;
    const key = await world.account(due!.id);

    expect(lineOf(await world.run(), 'unfinished-kyc')).toMatchObject({ due: 2, done: 2, doneFiles: 4, spared: [] });
    expect(
      await world.left(
        'kyc_submissions',
        [...sent, kept].map(({ id }) => id),
      ),
    ).toEqual([...keptBefore, true]);
    expect(
      await world.rows('select kyc_status from users where id in (?, ?) order by kyc_status nulls last', [early!.id, due!.id]),
    ).toEqual([{ kyc_status: 'pending' }, { kyc_status: null }]);
    expect(await lettersTo(world.api, due!.id)).toContain('kyc-rejected');
    expect(await world.rows('select api_key, is_current from exchange_accounts where id = ?', [key])).toEqual([
      { api_key: null, is_current: false },
    ]);
  });
});

describe('an exchange key', () => {
  it('goes at once where nothing may be read with it, and after 30 days where it cannot be used', async () => {
    const unusable = await Promise.all(
      moments.map(async (moment) => world.account((await world.member()).id, { state: 'invalid', checked: world.ago('30 days', moment) })),
    );
    const replaced = await world.account((await world.member()).id, { current: false });
    const left = await world.account((await world.member({ rejectedAt: new Date(world.at) })).id);
    const refused = await world.account((await world.member({ kycStatus: 'rejected' })).id);
    const used = await world.account((await world.member({ kycStatus: 'approved' })).id, { checked: world.ago('1 year') });
    const heldMember = await world.member({ rejectedAt: new Date(world.at) });
    const held = await world.account(heldMember.id);
    await world.hold(heldMember.id);

    expect(lineOf(await world.run(), 'exchange-keys')).toMatchObject({ due: 6, done: 6, spared: [] });
    const rows = await world.rows<{ id: string; kept: boolean; secret: boolean }>(
      'select id, api_key is not null as kept, secret_key is not null as secret from exchange_accounts',
    );
    const kept = (id: string) => rows.find((row) => row.id === id)!;
    expect([...unusable, replaced, left, refused, used, held].map((id) => kept(id).kept)).toEqual([
      ...keptBefore,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(rows.every(({ kept: api, secret }) => api === secret)).toBe(true);
  });

  it('and the sign-in that was given with it go with the membership', async () => {
    const [stays, leaves] = [await world.member(), await world.member({ rejectedAt: new Date(world.at) })];
    for (const { id } of [stays, leaves]) {
      await world.kyc(id, 'approved', { decided: 'now()' });
      await world.rows(`update kyc_submissions set exchange_login = '\\x01' where user_id = ? returning 1`, [id]);
    }
    await world.run();
    expect(await world.rows('select user_id from kyc_submissions where exchange_login is not null', [])).toEqual([{ user_id: stays.id }]);
  });
});

describe('after a membership', () => {
  const history = async (userId: string) => {
    const account = await world.account(userId);
    await world.rows(
      `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
        values (?, 'BTCUSDT', '1', true, '1', true, 1, 1, 1, 0, 'USDT', now()) returning 1`,
      [account],
    );
    return account;
  };

  it('of the club the history goes after 30 days, of a client of the fund after 5 years', async () => {
    const club = await world.around('rejected_at', '30 days');
    const fund = await world.around('rejected_at', '5 years', { role: 'hedge fund' });
    const stranger = (await world.around('rejected_at', '31 days', { role: 'hedge fund' }))[1]!; // never sent a paper: no client
    for (const id of fund) await world.kyc(id, 'approved', { decided: 'now()' });
    const accounts: string[] = [];
    for (const id of [...club, ...fund, stranger]) accounts.push(await history(id));
    const heldMember = club[2]!;
    await world.hold(heldMember);
    const member = await world.member();
    accounts.push(await history(member.id));

    const line = lineOf(await world.run(), 'history');
    expect(await world.left('spot_trades', accounts, 'account_id')).toEqual([true, false, true, ...keptBefore, false, true]);
    expect(line.spared).toContainEqual({ why: 'on hold', rows: 1 });
    expect(await world.rows(`select 1 from audit_events where action = 'privacy.erase-history' and target_id = ?`, [club[1]])).toHaveLength(
      1,
    );
  });

  it('papers, payments and the person go after 5 years', async () => {
    const ids = await world.around('rejected_at', '5 years');
    const papers = await Promise.all(ids.map((id) => world.kyc(id, 'approved', { decided: world.ago('6 years') })));
    const proofs = await Promise.all(ids.map((id) => world.file(id, 'payment-proof')));
    for (const [n, userId] of ids.entries()) {
      await world.rows(
        `insert into payments (id, user_id, membership, amount, proof_file_id, status, decided_at)
          values (gen_random_uuid(), ?, 'trade club', 50, ?, 'approved', now()) returning 1`,
        [userId, proofs[n]!.id],
      );
    }
    const formerAdmin = (await world.around('rejected_at', '6 years', { role: 'admin' }))[0]!;
    await world.run();
    const people = await world.rows<{ id: string; surname: string }>('select id, surname from users where id = any(?::uuid[])', [
      `{${[...ids, formerAdmin].join(',')}}`,
    ]);
    expect([...ids, formerAdmin].map((id) => people.find((row) => row.id === id)!.surname)).toEqual([
      'Marlow',
      'Erased',
      'Erased',
      'Marlow',
    ]);
    expect(papers.map(({ paths }) => there(paths))).toEqual(keptBefore.map((kept) => [kept, kept]));
    expect(there(proofs.map(({ path }) => path))).toEqual(keptBefore);
    expect(await world.left('payments', ids, 'user_id')).toEqual(keptBefore);
    expect(await world.rows('select kind, files from shredded_submissions where user_id = ? order by kind', [ids[1]])).toEqual([
      { kind: 'kyc', files: 2 },
      { kind: 'payment', files: 1 },
    ]);
    // An erased account is no sign-up that was never confirmed, and not due again.
    const again = await world.run();
    expect([lineOf(again, 'records').due, await world.left('users', ids)]).toEqual([0, [true, true, true]]);
  });

  it('data is deleted on the dates that the member was told; a member who was restored keeps everything', async () => {
    const [told, back] = await Promise.all([world.member({ rejectedAt: new Date(world.at.getTime() - 40 * 86_400_000) }), world.member()]);
    for (const { id } of [told, back]) {
      await world.rows(
        `insert into erasure_requests (id, user_id, state, answer_due_at, ended_at, history_until, identity_until)
          values (gen_random_uuid(), ?, 'completed', now(), ${world.ago('40 days')}, ${world.ago('0', '1 day')}, ${world.ago('1 day')})
          returning 1`,
        [id],
      );
    }
    const accounts = [await history(told.id), await history(back.id)];
    await world.run();
    expect(await world.left('spot_trades', accounts, 'account_id')).toEqual([true, true]);
    expect(
      await world.rows<{ surname: string }>('select surname from users where id in (?, ?) order by surname', [told.id, back.id]),
    ).toEqual([{ surname: 'Erased' }, { surname: 'Marlow' }]);
    expect(
      await world.rows('select identity_erased_at is not null as erased, history_erased_at from erasure_requests where user_id = ?', [
        told.id,
      ]),
    ).toEqual([{ erased: true, history_erased_at: null }]);
  });
});

it('leaves the audit log as it is, and says how much of it is older than 6 years', async () => {
  const [{ n: before }] = (await world.rows<{ n: number }>('select count(*)::int as n from audit_events')) as [{ n: number }];
  for (const moment of moments)
    await world.rows(
      `insert into audit_events (id, at, action, detail) values (gen_random_uuid(), ${world.ago('6 years', moment)}, 'test.old', '{}')
        returning 1`,
    );
  expect(lineOf(await world.run(), 'audit')).toMatchObject({
    due: 0,
    done: 0,
    spared: [{ why: 'links of the sealed chain, without names', rows: 2 }],
  });
  const [{ n }] = (await world.rows<{ n: number }>('select count(*)::int as n from audit_events')) as [{ n: number }];
  expect(n).toBeGreaterThanOrEqual(before + 3);
});
