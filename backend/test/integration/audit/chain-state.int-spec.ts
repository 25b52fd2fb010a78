import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { ChainVerificationService } from '../../../src/operations/audit/chain-verification.service.js';
import type { AuditChainWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';

let api: TestApi;
let worker: INestApplicationContext;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  worker = await startTestWorker(api.config);
  // A schedule begins with a run: one that is still under way would verify beside the tests.
  await until('scheduled verification that ended', async () => {
    const ended = await api.em().execute(`select 1 from job_tallies where job = 'audit.verify-due' and done > 0`);
    return ended[0] ?? null;
  });
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const chain = async () =>
  (await call(api, 'GET', '/admin/audit-events/chain', undefined, { token: admin.token })).json<{ data: AuditChainWire }>().data;
const verify = (who = admin) => call(api, 'POST', '/admin/audit-events/chain/verify', {}, { token: who.token });
/** Sealed, and no event of a moment that is still to come, as some tests write: the newest reading is the one that is shown. */
const settled = () =>
  eventually(async () => {
    expect((await chain()).waiting).toBe(0);
    expect(await api.em().execute('select 1 from audit_events where at > now()')).toEqual([]);
  });
const verifications = async () =>
  Number((await api.em().execute<{ n: string }[]>(`select count(*)::text as n from audit_events where action = 'audit.verify'`))[0]!.n);
/** As the hourly job does it. */
const runWhereDue = () =>
  RequestContext.create(worker.get(MikroORM).em, () => worker.get(ChainVerificationService, { strict: false }).runWhereDue());

describe('the state of the audit chain', () => {
  it('says how far the log is sealed, and that nobody has read it yet', async () => {
    await eventually(async () =>
      expect(await chain()).toMatchObject({
        sealed: { seq: expect.stringMatching(/^\d+$/), at: expect.any(String) },
        waiting: 0,
        waitingSince: null,
      }),
    );
    expect(await chain()).toMatchObject({ verified: null, asked: null });
  });

  it('is read once a day by itself, and not on the first day of a log', async () => {
    await runWhereDue();
    expect(await verifications()).toBe(0);
    await api
      .em()
      .execute(
        `insert into audit_events (id, at, action, detail) values (gen_random_uuid(), now() - interval '25 hours', 'test.old', '{}')`,
      );
    await runWhereDue();
    await runWhereDue();
    expect(await verifications()).toBe(1);
  });

  it('is read when an admin asks, by a worker, and says up to where it is unchanged', async () => {
    // An event of yesterday that is not sealed would be a fault.
    await settled();
    const answer = await verify();
    expect([answer.statusCode, answer.json<{ data: AuditChainWire }>().data.asked]).toEqual([202, expect.any(String)]);
    await eventually(async () =>
      expect(await chain()).toMatchObject({
        asked: null,
        verified: { intact: true, message: null, seq: expect.stringMatching(/^[1-9]\d*$/), until: expect.any(String) },
      }),
    );
    expect(await verifications()).toBe(2);
  });

  it('is asked for once while a reading is under way', async () => {
    const asks = async () => (await api.em().execute<unknown[]>(`select 1 from audit_events where action = 'audit.verify-ask'`)).length;
    const before = await asks();
    // As if a worker were at it.
    await api.em().execute(
      `insert into audit_events (id, at, action, detail)
          values (gen_random_uuid(), now() + interval '1 second', 'audit.verify-ask', '{}')`,
    );
    expect((await verify()).statusCode).toBe(202);
    expect((await chain()).asked).not.toBeNull();
    expect(await asks()).toBe(before + 1);
    await RequestContext.create(worker.get(MikroORM).em, () => worker.get(ChainVerificationService, { strict: false }).run());
    await api.em().execute(
      `insert into audit_events (id, at, action, detail)
          values (gen_random_uuid(), now() + interval '2 seconds', 'audit.verify',
          '{"sealed": "1", "head": null, "anchors": 0, "fault": null, "message": null}')`,
    );
    expect((await chain()).asked).toBeNull();
  });

  it('is closed to members', async () => {
    const member = await signedInMember(api);
    expect((await verify(member)).statusCode).toBe(403);
    expect((await call(api, 'GET', '/admin/audit-events/chain', undefined, { token: member.token })).statusCode).toBe(403);
  });

  it('says that the log was changed, where it was', async () => {
    await settled();
    await api.em().execute(`alter table audit_events disable trigger user`);
    try {
      await api
        .em()
        .execute(`update audit_events set detail = '{"forged": true}' where id = (select event_id from audit_seals where seq = 1)`);
    } finally {
      await api.em().execute(`alter table audit_events enable trigger user`);
    }
    await verify();
    await eventually(async () =>
      expect(await chain()).toMatchObject({
        asked: null,
        verified: { intact: false, message: expect.stringContaining('is not what was sealed') },
      }),
    );
  });
});
