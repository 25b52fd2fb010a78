import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pdfTexts } from '../../support/pdf-text.js';
import { signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import type { FundStatementWire } from '../../../src/platform/wire/index.js';
import { get } from '../payments/paying.js';
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
const shown = ({ from: _from, to: _to, ...amounts }: FundStatementWire) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [snake(name), `${amount} USD`]));

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
    const { from: _from, to: _to, ...amounts } = statement;
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
    for (const file of ['total/pdf', 'total/csv', '2026-04-01/pdf']) {
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
