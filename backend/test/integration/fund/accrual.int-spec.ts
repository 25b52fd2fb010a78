import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { centsToText, toCents } from '../../../src/platform/domain/cents.rules.js';
import type { FundDayWire } from '../../../src/platform/wire/index.js';
import { scaled, toDecimal } from '../../../src/platform/domain/scaled.js';
import { FundResultRepository } from '../../../src/money/fund/fund-result.repository.js';
import { StatementVerifierService } from '../../../src/money/fund/index.js';
import { lastDaysOf } from '../../../src/money/fund/statement-lines.rules.js';
import { get } from '../payments/paying.js';
import { at, DAY_MS, dayText, FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

const { values } = FundWorld;
type Started = FundClient & { mandateId: string };

/** Stores the values of the account, and computes at 09:00 after the last of them. */
async function computed(client: Started, from: string, list: readonly (string | null)[], flags: readonly string[] = []): Promise<void> {
  const days = values(from, list);
  const end = dayText(at(Object.keys(days).at(-1)!).getTime() + DAY_MS);
  await world.days(client, days, { computedAt: `${end}T08:00:00Z`, flags });
  world.setTime(`${end}T09:00:00Z`);
  await world.computing.compute([client.mandateId]);
}
const daysOf = async (client: FundClient) =>
  (await get(world.api, '/me/fund/days?perPage=100', client)).json<{ data: FundDayWire[] }>().data.toReversed();

const roundedMark = ({ profit, highWaterMark }: { profit: string | null; highWaterMark: string }) => {
  const [total, mark] = [toCents(scaled(profit!)), toCents(scaled(highWaterMark))];
  const carryForward = centsToText(mark > total ? mark - total : 0n);
  return { profit: centsToText(total), highWaterMark: centsToText(mark), carryForward };
};

/** What is stored is what the published engine says about the file that the client downloads. */
async function expectProven(client: FundClient): Promise<void> {
  const { days, ...figures } = await world.answerToFile(client);
  const mine = await world.mine(client);
  const { freshMoney: _, ...now } = figures.now;
  expect(mine.figures).toMatchObject({ ...now, total: figures.total, redemptions: figures.redemptions });
  const marks = lastDaysOf(figures.statements).map((last) => days.find(({ day }) => day === last)!);
  expect(mine.figures!.statements).toEqual(
    figures.statements
      .map((statement, n) => ({ ...statement, ...roundedMark(marks[n]!), returns: figures.returns.statements[n] }))
      .toReversed()
      .slice(0, 60),
  );
  const stored = await daysOf(client);
  expect(stored).toEqual(
    days.slice(-stored.length).map(({ at: __, state, reason, ...day }) => ({ ...day, waiting: state === 'waiting' ? reason : null })),
  );
}

describe('a day', () => {
  it('bears the management fee of its value, and follows the rules of the published engine', async () => {
    const client = await world.started('2026-01-01T00:00:00Z', '36500');
    await computed(client, '2026-01-01', ['36500', '36600', '36400']);
    expect((await daysOf(client)).map(({ day, managementFee }) => [day, managementFee])).toEqual([
      ['2026-01-01', '2.5'],
      ['2026-01-02', '2.506678082191780822'],
      ['2026-01-03', '2.492807761775192344'],
    ]);
    await expectProven(client);
  });

  it('waits while its value is not certain, and bears its fee once it is', async () => {
    const client = await world.started('2026-02-01T00:00:00Z', '36500');
    await computed(client, '2026-02-01', ['36500']);
    await computed(client, '2026-02-02', ['36500'], ['unreconciled']);
    await computed(client, '2026-02-04', ['36500']);
    const states = async () => (await daysOf(client)).map(({ day, waiting, managementFee }) => `${day} ${waiting} ${managementFee}`);
    expect(await states()).toEqual([
      '2026-02-01 null 2.5',
      '2026-02-02 estimated 0',
      '2026-02-03 missing 0',
      expect.stringMatching(/^2026-02-04 null 2\.49/),
    ]);
    expect((await world.mine(client)).figures).toMatchObject({ waitingDays: 2 });
    await computed(client, '2026-02-02', ['36500', '36500', '36500']);
    expect((await states()).filter((line) => line.includes('null'))).toHaveLength(4);
    expect((await world.mine(client)).figures).toMatchObject({ waitingDays: 0 });
    await expectProven(client);
  });

  it('is no result after a deposit of unknown value, until that is known', async () => {
    const client = await world.started('2026-03-01T00:00:00Z', '36500');
    await world.flow(client, '2026-03-02T12:00:00Z', null);
    await computed(client, '2026-03-01', ['36500', '46500', '46500']);
    expect((await daysOf(client)).map(({ waiting }) => waiting)).toEqual([null, 'estimated', 'estimated']);
    await world.rows(`update portfolio_flows set value = 10000 where account_id = ?`, [client.accountId]);
    await world.computing.compute([client.mandateId]);
    expect((await daysOf(client)).map(({ waiting, flow, result }) => [waiting, flow, result])).toEqual([
      [null, '0', '0'],
      [null, '10000', '0'],
      [null, '0', '0'],
    ]);
    await expectProven(client);
  });

  it('is written only where it changed', async () => {
    const client = await world.started('2026-04-01T00:00:00Z', '36500');
    await computed(client, '2026-04-01', ['36500', '36500', '36500']);
    const versions = () =>
      world.rows<{ day: string; xmin: string }>('select day::text, xmin::text from fund_days where mandate_id = ? order by 1', [
        client.mandateId,
      ]);
    const before = await versions();
    await world.computing.compute([client.mandateId]);
    expect(await versions()).toEqual(before);
    await world.days(client, { '2026-04-03': '37000' }, { computedAt: '2026-04-04T10:00:00Z' });
    await world.computing.compute([client.mandateId]);
    expect((await versions()).map(({ day, xmin }, n) => [day, xmin === before[n]!.xmin])).toEqual([
      ['2026-04-01', true],
      ['2026-04-02', true],
      ['2026-04-03', false],
    ]);
  });
});

describe('mandates are due', () => {
  const due = async (time: string) => world.mandates.findDue(world.api.em(), { before: at(time), after: null, limit: 100 });

  it('when they start, each midnight, after new days and payments, and not otherwise', async () => {
    const client = await world.started('2026-05-01T00:00:00Z', '36500');
    expect(await due('2026-04-30')).not.toContain(client.mandateId);
    expect(await due('2026-05-01')).toContain(client.mandateId);
    await computed(client, '2026-05-01', ['36500']);
    expect(await due('2026-05-02')).not.toContain(client.mandateId);
    expect(await due('2026-05-03')).toContain(client.mandateId);
    await world.days(client, { '2026-05-01': '36501' }, { computedAt: '2026-05-02T08:30:00Z' });
    expect(await due('2026-05-02')).toContain(client.mandateId);
  });

  it('and twenty computations at one moment store one result', async () => {
    const client = await world.started('2026-06-01T00:00:00Z', '36500');
    await world.days(client, values('2026-06-01', ['36500', '36700']), { computedAt: '2026-06-03T08:00:00Z' });
    world.setTime('2026-06-03T09:00:00Z');
    await Promise.all(Array.from({ length: 20 }, () => world.computing.compute([client.mandateId])));
    expect(await world.rows('select 1 from fund_days where mandate_id = ?', [client.mandateId])).toHaveLength(2);
    const started = await world.rows(`select 1 from audit_events where action = 'fund.start' and target_id = ?`, [client.mandateId]);
    expect(started).toHaveLength(1);
    await expectProven(client);
  });
});

describe('verifying', () => {
  const verify = () => world.api.app.get(StatementVerifierService, { strict: false }).verify();

  it('finds nothing where nothing was changed by hand, and every figure that was', async () => {
    const client = await world.started('2026-07-01T00:00:00Z', '36500');
    await computed(client, '2026-07-01', Array<string>(40).fill('36500'));
    const report = await verify();
    expect(report.faults).toEqual([]);
    expect(report.mandates).toBeGreaterThan(0);
    expect(report.days).toBeGreaterThanOrEqual(40);
    const changes = [
      [`update fund_results set equity = equity + 0.01`, 'the book of clients has another value'],
      [`update fund_results set answer = jsonb_set(answer, '{now,owed}', '"1"')`, 'now, computed anew, is another'],
      [`update fund_results set answer = jsonb_set(answer, '{statements,0,closing}', '"36500.01"')`, '2026-07: its lines do not lead'],
      [`update fund_results set answer = jsonb_set(answer, '{total,feesPaid}', '"0.01"')`, 'total: its fees do not lead'],
      [`update fund_days set owed = owed + 0.000000000000000001`, '2026-07-01, computed anew, is another'],
      [`delete from fund_days`, 'it has 0 days in place of 40'],
      [`delete from fund_proposals`, 'the dry run lacks the management fee of 2026-07, $77.42 with 0 days that wait'],
      [`update fund_proposals set amount = 77.43`, 'the dry run has the management fee of 2026-07, $77.43 with 0 days that wait'],
    ] as const;
    for (const [sql, fault] of changes) {
      await world.rows(`${sql} where mandate_id = ?`, [client.mandateId]);
      expect((await verify()).faults.join('\n')).toContain(`${client.mandateId}: ${fault}`);
      await world.computing.compute([client.mandateId]);
      expect((await verify()).faults).toEqual([]);
    }
    const { behind } = await verify();
    await world.days(client, { '2026-08-09': '40000' }, { computedAt: '2026-08-10T10:00:00Z' });
    expect(await verify()).toMatchObject({ faults: [], behind: behind + 1 });
  });
});

it('statements of a year add up to its total, to the cent', async () => {
  const client = await world.started('2025-01-01T00:00:00Z', '20000');
  const path = Array.from({ length: 365 }, (_, n) => String(20_000 + Math.round(4_000 * Math.sin(n / 40)) + n));
  await world.flow(client, '2025-03-10T10:00:00Z', '2500.55');
  await world.flow(client, '2025-08-20T10:00:00Z', '-1200.05');
  await computed(
    client,
    '2025-01-01',
    path.map((value, n) => toDecimal(scaled(value) + (n >= 68 ? scaled('2500.55') : 0n) - (n >= 231 ? scaled('1200.05') : 0n))),
  );
  await expectProven(client);
  const { figures } = await world.mine(client);
  const result = await world.api.app.get(FundResultRepository, { strict: false }).find(world.api.em(), client.mandateId);
  const statements = result!.answer.statements;
  expect(statements).toHaveLength(12);
  const sum = (of: (one: (typeof statements)[number]) => string) => toDecimal(statements.reduce((all, one) => all + scaled(of(one)), 0n));
  for (const name of ['deposits', 'withdrawals', 'tradingResult', 'managementFee', 'performanceFee', 'feesPaid'] as const)
    expect([name, scaled(sum((one) => one[name]))]).toEqual([name, scaled(figures!.total[name])]);
  for (const { opening, deposits, withdrawals, tradingResult, feesPaidFromAccount, closing } of [...statements, figures!.total])
    expect(scaled(opening) + scaled(deposits) - scaled(withdrawals) + scaled(tradingResult) - scaled(feesPaidFromAccount)).toBe(
      scaled(closing),
    );
});
