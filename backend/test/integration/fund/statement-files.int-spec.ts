import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pdfTexts } from '../../support/pdf-text.js';
import { signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { StatementVerifierService } from '../../../src/money/fund/statement-verifier.service.js';
import type { FundReturnLinkWire, FundStatementWire } from '../../../src/platform/wire/index.js';
import { get, mustBe } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

/** A client since 11 March with two statements: up to 1 April, and up to the last known day, 3 April. One day waits. */
async function client(): Promise<FundClient & { mandateId: string }> {
  const one = await world.started('2026-03-10T14:30:00Z', '36500');
  const days = FundWorld.values('2026-03-11', [...Array<string>(20).fill('36500'), '37100.5', '37000', '37000']);
  await world.days(one, days, { computedAt: '2026-04-03T08:00:00Z' });
  await world.days(one, { '2026-03-20': '36500' }, { computedAt: '2026-04-03T08:00:00Z', flags: ['estimated'] });
  world.setTime('2026-04-03T09:00:00Z');
  await world.computing.compute([one.mandateId]);
  return one;
}

const mine = (as: SignedIn, file: string, language?: string) =>
  get(world.api, `/me/fund/statements/${file}`, as, language === undefined ? {} : { 'tidemark-language': language });
const linesOf = ({ body }: { body: string }) =>
  Object.fromEntries(
    body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','))
      .map(([, , line, currency, amount]) => [line, `${amount} ${currency}`]),
  );
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shown = ({ from: _from, to: _to, returns, ...amounts }: FundStatementWire) => ({
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [snake(name), `${amount} USD`])),
  ...Object.fromEntries(
    (['period', 'sinceStart'] as const).flatMap((span) =>
      (['before', 'after'] as const).map((side) => [
        `${span === 'period' ? 'return' : 'since_start'}_${side}_fees`,
        `${returns[span][side].value ?? ''} `,
      ]),
    ),
  ),
});

describe('statements as CSV', () => {
  it('hold the figures of the screen, by their last day and since the start', async () => {
    const one = await client();
    const { statements, total } = (await world.mine(one)).figures!;
    expect(statements.map(({ to }) => to.slice(0, 10))).toEqual(['2026-04-03', '2026-04-01']);
    for (const statement of statements) {
      const file = await mine(one, `${statement.to.slice(0, 10)}/csv`);
      expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      expect(linesOf(file)).toEqual(shown(statement));
      expect(file.body).toContain(`\r\n${statement.from},${statement.to},opening,USD,`);
    }
    expect(linesOf(await mine(one, 'total/csv'))).toEqual(shown(total));
  });

  it('cover all mandates of the member, also before the newest has figures', async () => {
    const one = await client();
    const before = (await world.mine(one)).figures!;
    await world.rows(`update fund_mandates set state = 'ended', ended_at = '2026-04-03T00:00:00Z' where id = ?`, [one.mandateId]);
    await mustBe(201, world.sign(one));
    const fund = await world.mine(one);
    expect([fund.mandate!.state, fund.figures]).toEqual(['signed', null]);
    expect(fund.earlier).toMatchObject([{ mandate: { id: one.mandateId }, statements: before.statements, total: before.total }]);
    for (const file of ['2026-04-01/csv', 'total-2026-03-11/csv', 'total/pdf']) expect((await mine(one, file)).statusCode).toBe(200);
    const all = (await mine(one, 'all/csv')).body.trim().split('\r\n').slice(1);
    expect(all.map((row) => row.split(',')).filter(([, , line]) => line === 'closing')).toEqual(
      before.statements.toReversed().map(({ from, to, closing }) => [from, to, 'closing', 'USD', closing, '']),
    );
  });
});

describe('the returns of a statement', () => {
  it('are a dash with the day that waits, and the parts that they are chained from otherwise', async () => {
    const one = await client();
    const { statements } = (await world.mine(one)).figures!;
    const [april, march] = statements;
    const waits = { value: null, reason: 'waiting', day: '2026-03-20' };
    expect(march!.returns.period).toEqual({ before: waits, after: waits });
    expect(april!.returns.sinceStart.after).toEqual(waits);
    expect((await mine(one, '2026-04-01/csv')).body).toContain('return_before_fees,,,waiting 2026-03-20');
    const rows = (await mine(one, '2026-04-03/returns?perPage=1&page=2')).json<{ data: FundReturnLinkWire[] }>().data;
    expect(rows).toMatchObject([{ from: '2026-04-02T00:00:00.000Z', opening: '37000', closing: '37000', before: '0', method: 'exact' }]);
    // Without a movement the returns lead from the opening to the closing value.
    expect(Number(april!.returns.period.before.value)).toBeCloseTo(Number(april!.closing) / Number(april!.opening) - 1, 6);
    expect(Number(april!.returns.period.after.value)).toBeCloseTo(Number(april!.netClosing) / Number(april!.netOpening) - 1, 6);
  });

  it('take the value just before a deposit from the account’s own chain', async () => {
    const one = await world.started('2026-05-01T00:00:00Z', '20000');
    await world.days(one, FundWorld.values('2026-05-01', ['50000']), { computedAt: '2026-05-02T08:00:00Z' });
    await world.flow(one, '2026-05-01T12:00:00Z', '20000');
    await world.rows(
      `insert into portfolio_periods (account_id, started_at, ended_at, value_start, value_end, flow, method, segment)
       values (?, '2026-05-01T00:00:00Z', '2026-05-01T12:00:00Z', 20000, 25000, 20000, 'exact', 1)`,
      [one.accountId],
    );
    world.setTime('2026-05-02T09:00:00Z');
    await world.computing.compute([one.mandateId]);
    // 25,000 / 20,000 and 50,000 / 45,000.
    const { before } = (await world.mine(one)).figures!.total.returns.period;
    expect(Number(before.value)).toBeCloseTo(0.388889, 6);
    expect((await world.answerToFile(one)).returns.total.period.before.value).toBe(before.value);
  });

  it('are unknown where an earlier version computed the figures, and such figures are no fault', async () => {
    const one = await client();
    await world.rows(`update fund_results set answer = answer - 'returns' where mandate_id = ?`, [one.mandateId]);
    const { total } = (await world.mine(one)).figures!;
    expect(total.returns.period.before).toEqual({ value: null, reason: 'not_computed', day: null });
    const { faults } = await world.api.app.get(StatementVerifierService, { strict: false }).verify();
    expect(faults.filter((fault) => fault.startsWith(one.mandateId))).toEqual([]);
    expect(pdfTexts((await mine(one, 'total/pdf')).rawPayload).join('\n')).toContain('before we showed returns');
  });
});

describe('the high-water mark of a statement', () => {
  it('is that of its last day, with the loss that is made good first', async () => {
    const one = await world.started('2026-01-01T00:00:00Z', '36500');
    // A gain on the dealing day of the year's end, and a loss after it.
    const days = FundWorld.values('2026-01-01', [...Array<string>(365).fill('40000'), ...Array<string>(31).fill('39000')]);
    await world.days(one, days, { computedAt: '2027-02-01T08:00:00Z' });
    world.setTime('2027-02-01T09:00:00Z');
    await world.computing.compute([one.mandateId]);
    const { statements, total, highWaterMark, carryForward, profit } = (await world.mine(one)).figures!;
    const [january, december] = statements;
    expect(december).toMatchObject({ to: '2027-01-01T00:00:00.000Z', carryForward: '0.00', highWaterMark: december!.profit });
    expect(Number(december!.highWaterMark)).toBeGreaterThan(2_400);
    expect(january).toMatchObject({ highWaterMark: december!.highWaterMark });
    // Both are rounded, and the difference is that of the rounded ones.
    expect(Number(january!.carryForward)).toBeCloseTo(Number(january!.highWaterMark) - Number(january!.profit), 6);
    expect(Number(january!.carryForward)).toBeCloseTo(1_000 + Number(january!.managementFee), 1);
    expect([total.highWaterMark, total.profit, total.carryForward].map(Number)).toEqual(
      [highWaterMark, profit, carryForward].map((figure) => expect.closeTo(Number(figure), 1)),
    );
    expect(linesOf(await mine(one, '2027-02-01/csv'))).toMatchObject({ carry_forward: `${january!.carryForward} USD` });
  });
});

describe('statements as PDF', () => {
  it.each(['en', 'es', 'ar'])('are the same bytes each time, in %s', async (language) => {
    const one = await client();
    const [first, second] = [await mine(one, 'total/pdf', language), await mine(one, 'total/pdf', language)];
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers['content-disposition']).toBe('attachment; filename="tidemark-statement-2026-03-11-2026-04-03.pdf"');
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
    await world.computing.compute([one.mandateId]);
    expect(first.rawPayload.equals((await mine(one, 'total/pdf', language)).rawPayload)).toBe(true);
  });

  it('print the figures of the screen, whom they are for, and how many days wait', async () => {
    const one = await client();
    const statement = (await world.mine(one)).figures!.statements.find(({ to }) => to.startsWith('2026-04-01'))!;
    const texts = pdfTexts((await mine(one, '2026-04-01/pdf')).rawPayload);
    expect(texts[0]).toMatch(/^Statement of account, 11 March 2026 .+ 1 April 2026$/);
    const { signedName } = (await world.mine(one)).mandate!;
    expect(texts.join('\n')).toContain(`For ${signedName!}`);
    expect(texts).toContain('1 day of this period waits for its valuation. No fee is charged for it until it is known.');
    const { from: _from, to: _to, returns: _returns, ...amounts } = statement;
    for (const amount of Object.values(amounts))
      expect(texts).toContain(Number(amount).toLocaleString('en-GB', { minimumFractionDigits: 2 }));
    expect(pdfTexts((await mine(one, 'total/pdf', 'es')).rawPayload).join('\n')).toContain('Extracto de cuenta');
  });

  it('can be made for a name in Arabic, and without the name once it is deleted', async () => {
    const one = await client();
    const before = await mine(one, 'total/pdf');
    await world.rows(`update fund_mandates set signed_name = 'آن ووكر' where id = ?`, [one.mandateId]);
    for (const language of ['en', 'es', 'ar']) {
      const file = await mine(one, 'total/pdf', language);
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.equals(before.rawPayload)).toBe(false);
    }
    await world.rows(`update fund_mandates set signed_name = null where id = ?`, [one.mandateId]);
    expect(pdfTexts((await mine(one, 'total/pdf')).rawPayload).join('\n')).toContain('For a former client');
  });
});

describe('files of others', () => {
  it('are for people with fund.read, and the same as the client’s', async () => {
    const one = await client();
    const path = `/admin/fund-mandates/${one.mandateId}/statements`;
    const auditor = await signedInTeam(world.api, 'auditor');
    for (const file of ['total/pdf', 'all/csv', '2026-04-01/pdf', '2026-04-03/returns']) {
      const [own, console] = [await mine(one, file), await get(world.api, `${path}/${file}`, auditor)];
      expect([own.statusCode, console.statusCode]).toEqual([200, 200]);
      expect(own.rawPayload.equals(console.rawPayload)).toBe(true);
    }
    expect((await get(world.api, `${path}/total/pdf`, await signedInTeam(world.api, 'reviewer'))).statusCode).toBe(403);
    expect((await get(world.api, `${path}/total/pdf`, one)).statusCode).toBe(403);
  });

  it('do not exist for a member without a statement, nor for a day on which none ends', async () => {
    const one = await client();
    const other = await signedInMember(world.api, 'hedge fund');
    const answers = [await mine(other, 'total/pdf'), await mine(one, '2026-03-31/pdf'), await mine(one, 'nonsense/csv')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });
});
