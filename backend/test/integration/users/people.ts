import { randomBytes } from 'node:crypto';
import type { Role } from '../../../src/platform/domain/index.js';
import { User } from '../../../src/club/users/index.js';
import { confirmedMember, signIn, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { eventually } from '../../e2e/support/eventually.js';

/** Somebody who stands in the lists and never signs in. */
export async function storedUser(api: TestApi, fields: Partial<User> = {}): Promise<User> {
  const tag = randomBytes(5).toString('hex');
  const user = new User({
    email: `${tag}@example.com`,
    surname: 'Marlow',
    otherName: 'Ines',
    phoneNumber: '+4912345678',
    country: 'Germany',
    dateOfBirth: '1990-01-02',
    role: 'trade club',
    passwordHash: '$argon2id$',
    referralCode: randomBytes(9).toString('base64url'),
  });
  Object.assign(user, fields);
  await api.em().persist(user).flush();
  return user;
}

/** A member who was made an admin, signed in. */
export async function anotherAdmin(api: TestApi): Promise<SignedIn> {
  const { email } = await confirmedMember(api);
  await api.em().execute(`update users set role = 'admin' where email = ?`, [email]);
  return signIn(api, email);
}

export async function standingOf(api: TestApi, userId: string): Promise<{ role: Role; status: string; rejected: boolean } | undefined> {
  const [row] = await api
    .em()
    .execute<{ role: Role; status: string; rejected: boolean }[]>(
      'select role, status, rejected_at is not null as rejected from users where id = ?',
      [userId],
    );
  return row;
}

export async function lettersTo(api: TestApi, userId: string): Promise<string[]> {
  const rows = await api.em().execute<{ letter: string }[]>('select letter from mail_deliveries where user_id = ? order by id', [userId]);
  return rows.map(({ letter }) => letter);
}

/** Acts of admins on a user, in order. */
export async function actsOn(api: TestApi, userId: string): Promise<{ action: string; actor_id: string }[]> {
  return api
    .em()
    .execute(
      `select action, actor_id from audit_events where target_type = 'user' and target_id = ? and actor_role = 'admin' order by at, id`,
      [userId],
    );
}

/** The session's sign-in was a while ago. */
export async function longAgo(api: TestApi, { userId }: SignedIn): Promise<void> {
  await api.em().execute(`update sessions set created_at = now() - interval '6 minutes', confirmed_at = null where user_id = ?`, [userId]);
}

/** Until some connection waits for a lock in a statement on `table`. */
export async function somebodyWaits(api: TestApi, table: string): Promise<void> {
  await eventually(async () => {
    const waiting = await api
      .em()
      .execute<unknown[]>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ?`,
        [`%${table}%`],
      );
    if (waiting.length === 0) throw new Error(`nobody waits for ${table}`);
  });
}
