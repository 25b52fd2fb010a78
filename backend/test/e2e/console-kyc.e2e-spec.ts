import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import { onConsole, sendsKyc, type StoredMember } from './support/console-stand.js';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { ADMIN } from './support/tidemark.js';

const LONG_MS = 180_000;
const FIFTY_MS = 900_000;
const CASES = 50;
/** Of the first key of the sandbox exchange that no other spec uses. */
const FIRST_KEY = 300;
const AT_ONCE = 5;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Both documents of the case are shown: their sizes are known. */
const shown = (page: Page) => page.locator('img[style*="rotate"]').nth(1).waitFor();

onConsole('reviewers of KYC', (stand) => {
  const reviewOf = async ({ userId }: StoredMember) =>
    (await stand.query<{ id: string }>('select id from kyc_submissions where user_id = $1', [userId]))[0]!.id;
  const statusOf = async ({ userId }: StoredMember) =>
    (await stand.query<{ kyc_status: string }>('select kyc_status from users where id = $1', [userId]))[0]?.kyc_status;
  const actsOn = async (id: string) =>
    (
      await stand.query<{ action: string }>(
        `select action from audit_events where target_id = $1 and action <> 'kyc.submit' order by at, id`,
        [id],
      )
    ).map(({ action }) => action);
  const letters = ({ userId }: StoredMember) =>
    stand.query<{ letter: string }>(`select letter from mail_deliveries where user_id = $1 and letter like 'kyc-%' order by 1`, [userId]);

  async function waiting(surname: string, n: number): Promise<StoredMember> {
    const member = await stand.member(surname);
    await sendsKyc(member, { n });
    return member;
  }

  it(
    'take a decision back: no email, nothing changed, both facts in the log',
    async () => {
      const member = await waiting('Undone', FIRST_KEY);
      const id = await reviewOf(member);
      const page = await stand.open(`/admin/kyc-reviews/${id}`);
      await shown(page);
      await page.keyboard.press('a');
      await page.getByText('Ada Undone is approved.').waitFor();
      await page.keyboard.press('u');
      await page.getByText('Ada Undone is waiting again.').waitFor();
      // The job finds nothing to carry out.
      await eventually(async () =>
        expect(await stand.query(`select 1 from outbox where kind = 'kyc.carry-out' and sent_at is null`)).toEqual([]),
      );
      expect(await statusOf(member)).toBe('pending');
      expect(await letters(member)).toEqual([{ letter: 'kyc-received' }]);
      expect(await actsOn(id)).toEqual(['kyc.decide', 'kyc.undo']);
      expect(stand.visitor.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'see at once what another one decides',
    async () => {
      const member = await waiting('Shared', FIRST_KEY + 1);
      const id = await reviewOf(member);
      const other = await stand.member('Second');
      await stand.query(`update users set role = 'admin' where id = $1`, [other.userId]);
      const colleague = await stand.visit();
      await logIn(colleague, other.email, PASSWORD, '/admin');
      const page = await stand.open(`/admin/kyc-reviews/${id}`);
      await shown(page);
      await colleague.goTo(`/admin/kyc-reviews/${id}`);
      await colleague.page.getByText(/Tidemark Admin has been reviewing this case/).waitFor();
      expect(await colleague.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
      await page.keyboard.press('a');
      await colleague.page.getByText(/Approved by Tidemark Admin/).waitFor();
      await eventually(async () => expect(await actsOn(id)).toEqual(['kyc.decide', 'kyc.approve']));
      expect(await statusOf(member)).toBe('approved');
      await colleague.page.getByText(/Decided .* by Tidemark Admin/).waitFor();
      expect(colleague.faults).toEqual({ complaints: [], foreign: [] });
      await colleague.close();
    },
    LONG_MS,
  );

  it(
    'decide fifty cases by keyboard alone, with every document opened',
    async () => {
      await stand.query(`update users set rejected_at = now() where kyc_status = 'pending'`);
      const members: StoredMember[] = [];
      for (let from = 0; from < CASES; from += AT_ONCE)
        members.push(
          ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => waiting(`Case${letterOf(from + n)}`, FIRST_KEY + 2 + from + n)))),
        );
      // Deciding takes a fresh sign-in.
      const reviewer = await stand.visit();
      await logIn(reviewer, ADMIN.email, ADMIN.password, '/admin');
      await reviewer.goTo('/pendingkyc');
      const { page } = reviewer;
      await page.getByRole('link', { name: 'Review the oldest' }).press('Enter');
      let presses = 0;
      const press = async (key: string) => {
        presses += 1;
        await page.keyboard.press(key);
      };
      const waits: number[] = [];
      for (let n = 0; n < CASES; n += 1) {
        await shown(page);
        const title = await page.getByRole('heading', { level: 1 }).textContent();
        // Every fifth is rejected, with the sixth reason.
        const isRejected = n % 5 === 4;
        if (isRejected) {
          await press('6');
          // Until the list has arrived no reason is chosen, and Enter sends nothing.
          await page
            .getByRole('dialog')
            .getByText(/^The member sees: “/)
            .waitFor();
        }
        const pressedAt = performance.now();
        await press(isRejected ? 'Enter' : 'a');
        if (n === CASES - 1) break;
        await page.getByRole('heading', { level: 1 }).filter({ hasNotText: title! }).waitFor();
        await shown(page);
        waits.push(performance.now() - pressedAt);
      }
      expect(presses).toBeLessThanOrEqual(4 * CASES);
      const ids = members.map(({ userId }) => userId);
      await eventually(async () =>
        expect(
          await stand.query('select kyc_status as status, count(*)::int as count from users where id = any($1) group by 1 order by 1', [
            ids,
          ]),
        ).toEqual([
          { status: 'approved', count: CASES * 0.8 },
          { status: 'rejected', count: CASES * 0.2 },
        ]),
      );
      const [{ opened } = { opened: 0 }] = await stand.query<{ opened: number }>(
        `select count(distinct target_id)::int as opened from audit_events where action = 'file.view' and detail ->> 'userId' = any($1)`,
        [ids],
      );
      expect(opened).toBe(2 * CASES);
      waits.sort((one, other) => one - other);
      process.stdout.write(
        `${presses} keys for ${CASES} cases; the next one was shown after ${Math.round(waits[waits.length >> 1]!)} ms (median), ` +
          `${Math.round(waits.at(-1)!)} ms at most\n`,
      );
      expect(reviewer.faults).toEqual({ complaints: [], foreign: [] });
      await reviewer.close();
    },
    FIFTY_MS,
  );
});

/** Names hold letters alone. */
const letterOf = (n: number) => `${ALPHABET[Math.floor(n / ALPHABET.length)]}${ALPHABET[n % ALPHABET.length]}`;
