import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { SystemClock } from '../../../src/platform/domain/index.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { accounts, LedgerService, type NewTransaction } from '../../../src/money/ledger/index.js';
import { LedgerRepository } from '../../../src/money/ledger/ledger.repository.js';
import { createTestDatabase } from '../../support/test-database.js';

let orm: MikroORM;
let drop: () => Promise<void>;
const ledger = new LedgerService(new LedgerRepository(), new SystemClock());

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = () => database.drop();
  orm = await MikroORM.init(ormOptions(database.url, { maxConnections: 8 }) as never);
});

afterAll(async () => {
  await orm.close();
  await drop();
});

const em = () => orm.em.fork() as EntityManager;
const inTransaction = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => em().transactional((tx) => work(tx as EntityManager));
const run = (sql: string, values: unknown[] = []) => em().getConnection().execute<Record<string, unknown>[]>(sql, values);

const owed = (userId: string, usd: string, idempotencyKey: string = randomUUID()): NewTransaction => ({
  kind: 'invoice',
  reference: `invoice:${idempotencyKey}`.slice(0, 100),
  idempotencyKey,
  postings: [
    { account: accounts.receivable(userId), currency: 'USD', amount: scaled(usd) },
    { account: accounts.income('subscription'), currency: 'USD', amount: -scaled(usd) },
  ],
});
const debt = (userId: string) => ledger.balanceOf(em(), accounts.receivable(userId), 'USD');
const insertHead = (id: string, count = 2, reverses: string | null = null) =>
  `insert into ledger_transactions (id, kind, reference, idempotency_key, at, posting_count, reverses_id)
    values ('${id}', '${reverses ? 'reversal' : 'invoice'}', 'x', '${id}', now(), ${count}, ${reverses ? `'${reverses}'` : 'null'})`;
const insertPosting = (id: string, line: number, amount: string, currency = 'USD') =>
  `insert into ledger_postings values ('${id}', ${line}, 'written_off', '${currency}', ${amount})`;

describe('the ledger', () => {
  it('posts exact amounts, and balances are their sums', async () => {
    const user = randomUUID();
    await inTransaction((tx) => ledger.post(tx, owed(user, '0.000000000000000001')));
    await inTransaction((tx) => ledger.post(tx, owed(user, '12345678901234567890.123456789012345678')));
    expect(await debt(user)).toBe(scaled('12345678901234567890.123456789012345679'));
  });

  it('posts a key once when two workers post it at once', async () => {
    const user = randomUUID();
    const transaction = owed(user, '50');
    const results = await Promise.all(Array.from({ length: 4 }, () => inTransaction((tx) => ledger.post(tx, transaction))));
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await debt(user)).toBe(scaled('50'));
  });

  it('posts a key again after the first transaction with it was rolled back', async () => {
    const user = randomUUID();
    const transaction = owed(user, '50');
    const failing = inTransaction(async (tx) => {
      await ledger.post(tx, transaction);
      throw new Error('the process ends here');
    });
    const [first, second] = await Promise.allSettled([failing, inTransaction((tx) => ledger.post(tx, transaction))]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(await debt(user)).toBe(scaled('50'));
  });

  it('refuses a key for other contents', async () => {
    const key = randomUUID();
    await inTransaction((tx) => ledger.post(tx, owed(randomUUID(), '50', key)));
    await expect(inTransaction((tx) => ledger.post(tx, owed(randomUUID(), '50', key)))).rejects.toThrow('was used for another transaction');
  });

  it('reverses a transaction once, also when two workers do at once, and never a reversal', async () => {
    const user = randomUUID();
    const { id } = await inTransaction((tx) => ledger.post(tx, owed(user, '50')));
    const keys = [randomUUID(), randomUUID()];
    const results = await Promise.allSettled(keys.map((key) => inTransaction((tx) => ledger.reverse(tx, id, key))));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('already reversed') },
    });
    expect(await debt(user)).toBe(0n);
    const won = keys[results.findIndex(({ status }) => status === 'fulfilled')]!;
    const again = await inTransaction((tx) => ledger.reverse(tx, id, won));
    expect(again.isNew).toBe(false);
    await expect(inTransaction((tx) => ledger.reverse(tx, again.id, randomUUID()))).rejects.toThrow('is a reversal');
    await expect(inTransaction((tx) => ledger.reverse(tx, randomUUID(), randomUUID()))).rejects.toThrow('unknown');
    expect(await debt(user)).toBe(0n);
  });

  it('keeps the sum of any history, with reversals and repeated keys, at zero', async () => {
    const users = [randomUUID(), randomUUID(), randomUUID()];
    const step = fc.record({
      user: fc.constantFrom(...users),
      cents: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      undo: fc.boolean(),
      repeat: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const expected = new Map(await Promise.all(users.map(async (user) => [user, await debt(user)] as const)));
        for (const { user, cents, undo, repeat } of steps) {
          const transaction = owed(user, `${cents}.01`);
          const { id } = await inTransaction((tx) => ledger.post(tx, transaction));
          if (repeat) await inTransaction((tx) => ledger.post(tx, transaction));
          if (undo) await inTransaction((tx) => ledger.reverse(tx, id, `undo:${id}`));
          else expected.set(user, expected.get(user)! + scaled(`${cents}.01`));
        }
        for (const user of users) expect(await debt(user)).toBe(expected.get(user));
        const sum = (await ledger.balances(em())).reduce((total, { amount }) => total + amount, 0n);
        expect(sum).toBe(0n);
      }),
      { numRuns: 12 },
    );
    expect(await ledger.findUnbalanced(em())).toEqual([]);
  });
});

describe('the database', () => {
  const commit = (...statements: string[]) =>
    inTransaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });

  it('refuses a transaction that does not add up to zero, at commit', async () => {
    const id = randomUUID();
    await expect(commit(insertHead(id), insertPosting(id, 1, '5'), insertPosting(id, 2, '-4.99'))).rejects.toThrow(
      'does not add up to zero',
    );
    await expect(commit(insertHead(id), insertPosting(id, 1, '5'), insertPosting(id, 2, '-5', 'BTC'))).rejects.toThrow(
      'does not add up to zero',
    );
    await expect(commit(insertHead(id))).rejects.toThrow('does not have its postings');
    await expect(commit(insertHead(id, 1), insertPosting(id, 1, '5'))).rejects.toThrow('does not have its postings');
    await commit(insertHead(id), insertPosting(id, 1, '5'), insertPosting(id, 2, '-5'));
  });

  it('refuses postings that are added to an earlier transaction', async () => {
    const id = randomUUID();
    await commit(insertHead(id), insertPosting(id, 1, '5'), insertPosting(id, 2, '-5'));
    await expect(commit(insertPosting(id, 3, '7'), insertPosting(id, 4, '-7'))).rejects.toThrow('does not have its postings');
  });

  it('refuses a reversal that is not the exact opposite, and a second one', async () => {
    const [id, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    await commit(insertHead(id), insertPosting(id, 1, '5'), insertPosting(id, 2, '-5'));
    const reversal = (own: string) => insertHead(own, 2, id);
    const credited = (own: string, amount: string) =>
      `insert into ledger_postings values ('${own}', 1, 'clearing:manual', 'USD', -${amount}),
        ('${own}', 2, 'written_off', 'USD', ${amount})`;
    await expect(commit(reversal(other), credited(other, '5'))).rejects.toThrow('is not the reversal of');
    await commit(
      reversal(other),
      `insert into ledger_postings values ('${other}', 1, 'written_off', 'USD', -5), ('${other}', 2, 'written_off', 'USD', 5)`,
    );
    await expect(commit(reversal(third), credited(third, '5'))).rejects.toMatchObject({
      constraint: 'ledger_transactions_reverses_unique',
    });
  });

  it.each(['ledger_transactions', 'ledger_postings'])('refuses to change or delete rows of %s', async (table) => {
    await inTransaction((tx) => ledger.post(tx, owed(randomUUID(), '50')));
    const [column] = await run(
      `select column_name as name from information_schema.columns where table_name = ? and column_name in ('at', 'amount')`,
      [table],
    );
    await expect(run(`update ${table} set ${String(column!['name'])} = ${String(column!['name'])}`)).rejects.toThrow('is append-only');
    await expect(run(`delete from ${table}`)).rejects.toThrow('is append-only');
    await expect(run(`truncate ${table} cascade`)).rejects.toThrow('is append-only');
  });
});
