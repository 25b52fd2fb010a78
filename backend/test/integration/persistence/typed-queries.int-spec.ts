import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { violatesUnique } from '../../../src/platform/persistence/database.errors.js';
import { db } from '../../../src/database.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { User } from '../../../src/club/users/index.js';
import { createTestDatabase } from '../../support/test-database.js';

let orm: MikroORM;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = () => database.drop();
  orm = await MikroORM.init(ormOptions(database.url, { maxConnections: 4 }) as never);
});

afterAll(async () => {
  await orm.close();
  await drop();
});

const newUser = () =>
  new User({
    email: `${randomUUID()}@example.com`,
    surname: 'A',
    otherName: 'B',
    phoneNumber: '2348012345678',
    country: 'Nigeria',
    dateOfBirth: '1990-01-01',
    role: 'trade club',
    passwordHash: 'x',
    referralCode: randomUUID().slice(0, 10),
  });

async function storedUser(em: EntityManager): Promise<User> {
  const user = newUser();
  em.persist(user);
  await em.flush();
  return user;
}

const backendOf = async (em: EntityManager) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db(em))).rows[0]!.pid;
const surnameOf = (em: EntityManager, id: string) => db(em).selectFrom('users').select('surname').where('id', '=', id).executeTakeFirst();

describe('typed queries', () => {
  it('return bigint as text and bytea as a Buffer, and accept numbers and bigints for a bigint', async () => {
    const em = orm.em.fork();
    const hash = Buffer.alloc(32, 7);
    await db(em)
      .insertInto('audit_seals')
      .values([
        { seq: 1, event_id: randomUUID(), prev: hash, hash },
        { seq: 2n, event_id: randomUUID(), prev: hash, hash },
      ])
      .execute();
    const rows = await db(em).selectFrom('audit_seals').select(['seq', 'hash']).where('seq', '>=', '1').orderBy('seq').execute();
    expect(rows.map(({ seq }) => seq)).toEqual(['1', '2']);
    expect(rows.map((row) => Buffer.isBuffer(row.hash) && row.hash.equals(hash))).toEqual([true, true]);
  });

  it('of tx run on the connection of its transaction and roll back with it; those of a plain fork do not', async () => {
    const em = orm.em.fork();
    const { id } = await storedUser(em);
    let inside = { tx: 0, raw: 0, fork: 0, surname: '' };
    await expect(
      em.transactional(async (tx) => {
        await db(tx).updateTable('users').set({ surname: 'Changed' }).where('id', '=', id).execute();
        const [raw] = await tx.execute<{ surname: string; pid: number }[]>(
          'select surname, pg_backend_pid() as pid from users where id = ?',
          [id],
        );
        inside = { tx: await backendOf(tx), raw: raw!.pid, fork: await backendOf(orm.em.fork()), surname: raw!.surname };
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(inside).toMatchObject({ raw: inside.tx, surname: 'Changed' });
    expect(inside.fork).not.toBe(inside.tx);
    expect(await surnameOf(orm.em.fork(), id)).toEqual({ surname: 'A' });
  });

  it('do not flush what is persisted, and do not change what is loaded', async () => {
    const em = orm.em.fork();
    const user = newUser();
    em.persist(user);
    expect(await surnameOf(em, user.id)).toBeUndefined();
    await em.flush();
    await db(em).updateTable('users').set({ surname: 'Changed' }).where('id', '=', user.id).execute();
    expect(user.surname).toBe('A');
    await em.refresh(user);
    expect(user.surname).toBe('Changed');
  });

  it('return dates as text that keeps the microseconds', async () => {
    const em = orm.em.fork();
    const { id } = await storedUser(em);
    await sql`update users set created_at = '2026-01-01 00:00:00.000123+00' where id = ${id}`.execute(db(em));
    const row = await db(em).selectFrom('users').select(['created_at', 'date_of_birth']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.created_at).toContain('00.000123');
    expect(row.date_of_birth).toBe('1990-01-01');
  });

  it('let one of two concurrent transitions win', async () => {
    const { id } = await storedUser(orm.em.fork());
    const move = () =>
      orm.em.fork().transactional(async (tx) => {
        const moved = await db(tx)
          .updateTable('users')
          .set({ kyc_status: 'pending' })
          .where('id', '=', id)
          .where('kyc_status', 'is not distinct from', null)
          .returning('id')
          .executeTakeFirst();
        return moved !== undefined;
      });
    expect((await Promise.all([move(), move()])).toSorted()).toEqual([false, true]);
  });

  it('read pages by key without a gap or a repetition, also where moments differ by microseconds', async () => {
    const em = orm.em.fork();
    for (let n = 0; n < 25; n++) em.persist(newUser());
    await em.flush();
    await sql`update users
      set created_at = '2026-01-01 00:00:00.000001+00'::timestamptz + (random() * 3)::int * interval '1 microsecond'`.execute(db(em));
    const seen: string[] = [];
    for (let from: { created_at: string; id: string } | undefined, more = true; more;) {
      const after = from;
      const page = await db(em)
        .selectFrom('users')
        .select(['created_at', 'id'])
        .$if(after !== undefined, (query) =>
          query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after!.created_at, after!.id))),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(7)
        .execute();
      seen.push(...page.map(({ id }) => id));
      from = page.at(-1);
      more = page.length === 7;
    }
    const all = await db(em).selectFrom('users').select('id').execute();
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  it('throw the error of the driver, a flush throws its own; both name the index', async () => {
    const em = orm.em.fork();
    const [taken, user] = [await storedUser(em), await storedUser(em)];
    const typed = await db(em)
      .updateTable('users')
      .set({ email: taken.email })
      .where('id', '=', user.id)
      .execute()
      .catch((error: unknown) => error);
    user.email = taken.email;
    const flushed = await em.flush().catch((error: unknown) => error);
    expect(typed).not.toBeInstanceOf(UniqueConstraintViolationException);
    expect(flushed).toBeInstanceOf(UniqueConstraintViolationException);
    expect([typed, flushed].map((error) => violatesUnique(error, 'users_email_unique'))).toEqual([true, true]);
    expect(violatesUnique(typed, 'another_index')).toBe(false);
  });
});
