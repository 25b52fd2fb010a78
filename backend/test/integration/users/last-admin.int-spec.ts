import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountStatusService } from '../../../src/club/admin/account-status.service.js';
import { DomainError } from '../../../src/platform/domain/index.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, standingOf, storedUser } from './people.js';

let api: TestApi;
let first: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  first = await signedInAdmin(api);
});
afterAll(() => api.close());

const activeAdmins = async () => {
  const [row] = await api
    .em()
    .execute<{ n: number }[]>(`select count(*)::int as n from users where role = 'admin' and status = 'active' and rejected_at is null`);
  return row!.n;
};
const administration = () => api.app.get(AccountStatusService, { strict: false });
const outcome = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
/** Past the guard already, when the other commits: what the service sees of two requests at once. */
const deleteAs = (actor: string, target: string) => outcome(administration().delete(actor, target));

describe('two admins who delete each other', () => {
  it('at once over HTTP: one is left', async () => {
    const second = await anotherAdmin(api);
    const answers = await Promise.all([
      call(api, 'DELETE', `/deleteuser/${second.userId}`, undefined, first),
      call(api, 'DELETE', `/deleteuser/${first.userId}`, undefined, second),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 409]).toContain(statuses[1]);
    expect(await activeAdmins()).toBe(1);
    await api.em().execute(`update users set rejected_at = null where id = ?`, [first.userId]);
    first = await signedInAdmin(api);
    await api.em().execute(`update users set rejected_at = now() where id = ?`, [second.userId]);
  });

  it('past the guard, again and again: each time one is deleted, and the other refused', async () => {
    for (let round = 0; round < 10; round++) {
      const second = await storedUser(api, { role: 'admin' });
      const outcomes = await Promise.all([deleteAs(first.userId, second.id), deleteAs(second.id, first.userId)]);
      expect(outcomes.sort()).toEqual(['done', 'user.last-admin']);
      expect(await activeAdmins()).toBe(1);
      await api.em().execute(`update users set rejected_at = now() where id = ?`, [second.id]);
      await api.em().execute(`update users set rejected_at = null where id = ?`, [first.userId]);
    }
  });

  it('one deletes, the other deactivates: the same', async () => {
    const second = await storedUser(api, { role: 'admin' });
    const outcomes = await Promise.all([
      deleteAs(first.userId, second.id),
      outcome(administration().setStatus(second.id, first.userId, 'deactivated')),
    ]);
    expect(outcomes.sort()).toEqual(['done', 'user.last-admin']);
    expect(await activeAdmins()).toBe(1);
    await api.em().execute(`update users set rejected_at = now() where id = ?`, [second.id]);
    await api.em().execute(`update users set rejected_at = null, status = 'active' where id = ?`, [first.userId]);
  });
});

describe('a ring of admins who delete each other', () => {
  it('leaves an active one, without a deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const others = [
        await storedUser(api, { role: 'admin' }),
        await storedUser(api, { role: 'admin' }),
        await storedUser(api, { role: 'admin' }),
      ];
      const ring = [first.userId, ...others.map(({ id }) => id)];
      const outcomes = await Promise.all(ring.map((actor, index) => deleteAs(actor, ring[(index + 1) % ring.length]!)));
      expect(outcomes.filter((text) => !['done', 'session.required', 'user.last-admin', 'user.rejected'].includes(text))).toEqual([]);
      expect(await activeAdmins()).toBeGreaterThanOrEqual(1);
      await api.em().execute(`update users set rejected_at = now() where role = 'admin'`);
      await api.em().execute(`update users set rejected_at = null where id = ?`, [first.userId]);
    }
  });
});

describe('an admin who was deleted while the request was under way', () => {
  it('does nothing more', async () => {
    const gone = await storedUser(api, { role: 'admin', rejectedAt: new Date() });
    const member = await storedUser(api);
    expect(await deleteAs(gone.id, member.id)).toBe('session.required');
    expect(await outcome(administration().setStatus(gone.id, member.id, 'deactivated'))).toBe('session.required');
    expect(await standingOf(api, member.id)).toMatchObject({ status: 'active', rejected: false });
  });
});
