import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import { onConsole, sendsKyc, START_MS, type StoredMember } from './support/console-stand.js';
import { logIn } from './support/journey.js';
import { sandboxKey } from './support/sandbox-control.js';
import { ADMIN } from './support/tidemark.js';

const LONG_MS = 180_000;
const KEY = 81;

/** What an admin does by hand with several people, with a document, and with a key. */
onConsole('the work of an admin by hand', (stand) => {
  let applicant: StoredMember;
  let review: string;
  beforeAll(async () => {
    applicant = await stand.member('Applicant');
    await sendsKyc(applicant, { n: KEY });
    [{ id: review } = { id: '' }] = await stand.query<{ id: string }>('select id from kyc_submissions where user_id = $1', [
      applicant.userId,
    ]);
  }, START_MS);

  const unharmed = () => expect(stand.visitor.faults).toEqual({ complaints: [], foreign: [] });

  it(
    'deactivates several users at once, and says of each that was refused why',
    async () => {
      const [first, second] = await Promise.all([stand.member('Bulkone'), stand.member('Bulktwo')]);
      const page = await stand.open('/all-users');
      for (const { fullName } of [first, second]) await page.getByRole('checkbox', { name: `Select ${fullName}` }).check();
      // Nobody turns themselves off.
      expect(await page.getByRole('checkbox', { name: /^Select .*Admin$/ }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Deactivate 2 users' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/Ada Bulkone, Ada Bulktwo|Ada Bulktwo, Ada Bulkone/).waitFor();
      // Somebody else deletes one of them meanwhile.
      expect((await stand.admin.send('DELETE', `/deleteuser/${second.userId}`)).status).toBe(200);
      await stand.visitor.duringNotices(async () => {
        await dialog.getByRole('button', { name: 'Deactivate 2 users' }).click();
        await page.getByText('1 user is deactivated.').waitFor();
        await page.getByText('1 user could not be changed').waitFor();
        await page
          .getByRole('listitem')
          .filter({ hasText: /^Ada Bulktwo: .*rejected/ })
          .waitFor();
      });
      await page.getByRole('button', { name: 'Deactivated. Activate Ada Bulkone' }).waitFor();
      expect(await stand.query('select surname, status from users where id = any($1) order by 1', [[first.userId, second.userId]])).toEqual(
        [
          { surname: 'Bulkone', status: 'deactivated' },
          { surname: 'Bulktwo', status: 'active' },
        ],
      );
      unharmed();
    },
    LONG_MS,
  );

  it(
    'enlarges and turns a document, by buttons and by keys',
    async () => {
      const page = await stand.open(`/admin/kyc-reviews/${review}`);
      const name = `Identity document of ${applicant.fullName}`;
      const picture = page.getByRole('img', { name });
      // Until the whole of it has arrived, its size is not known and it fills the frame.
      await picture.and(page.locator('[style*="rotate(0deg)"]')).waitFor();
      const fitted = await sized(page, name);
      // The example is 640 wide and 400 high.
      expect(fitted.width / fitted.height).toBeCloseTo(1.6, 1);
      await page.getByRole('button', { name: `Zoom in: ${name}` }).click();
      await page
        .getByRole('status', { name: `Zoom of ${name}` })
        .getByText('150%')
        .waitFor();
      expect((await sized(page, name)).width / fitted.width).toBeCloseTo(1.5, 1);
      await page.getByRole('region', { name, exact: true }).focus();
      await page.keyboard.press('0');
      await page
        .getByRole('status', { name: `Zoom of ${name}` })
        .getByText('100%')
        .waitFor();
      await page.getByRole('button', { name: `Rotate right: ${name}` }).click();
      await picture.and(page.locator('[style*="rotate(90deg)"]')).waitFor();
      const turned = await sized(page, name);
      expect(turned.width / turned.height).toBeCloseTo(1 / 1.6, 1);
      await page.getByRole('region', { name, exact: true }).focus();
      await page.keyboard.press('t');
      await picture.and(page.locator('[style*="rotate(180deg)"]')).waitFor();
      unharmed();
    },
    LONG_MS,
  );

  it(
    'reveals a key for a reason to an admin who confirms who they are, and writes it down',
    async () => {
      const reason = 'The member asks which of two keys we hold';
      const page = await stand.open(`/admin/kyc-reviews/${review}`);
      await page.getByRole('button', { name: `Reveal the key of ${applicant.fullName}` }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: 'Reveal the key', exact: true }).click();
      const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await confirm.getByLabel('Password', { exact: true }).fill('not this one at all');
      await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
      await confirm.getByRole('alert').waitFor();
      expect(await page.getByText(sandboxKey('small', 'read-only', KEY).secretKey).count()).toBe(0);
      await confirm.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
      const { apiKey, secretKey } = sandboxKey('small', 'read-only', KEY);
      for (const text of [apiKey, secretKey]) await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Hide now' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByText(secretKey).count()).toBe(0);
      const [written] = await stand.query<{ detail: { reason: string } }>(
        `select detail from audit_events where action = 'kyc.reveal' order by at desc limit 1`,
      );
      expect(written?.detail.reason).toBe(reason);
      unharmed();
    },
    LONG_MS,
  );

  it(
    'sees in the list who else has a case open',
    async () => {
      const other = await stand.member('Colleague');
      await stand.query(`update users set role = 'admin' where id = $1`, [other.userId]);
      const colleague = await stand.visit();
      await logIn(colleague, other.email, PASSWORD, '/admin');
      const page = await stand.open('/pendingkyc');
      const row = page.getByRole('table', { name: 'Pending KYC' }).getByRole('row').filter({ hasText: applicant.fullName });
      await row.waitFor();
      // Who comes before the page hears of it is in the list when it is read the next time, in a minute.
      await stand.visitor.hears('reviews');
      await colleague.goTo(`/admin/kyc-reviews/${review}`);
      await row.getByText('Ada Colleague is reviewing', { exact: true }).waitFor();
      await colleague.goTo('/admin');
      await row.getByText('Ada Colleague is reviewing', { exact: true }).waitFor({ state: 'detached' });
      await colleague.close();
      unharmed();
    },
    LONG_MS,
  );
});

/** How large a picture is drawn. */
async function sized(page: Page, name: string): Promise<{ width: number; height: number }> {
  const box = await page.getByRole('img', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not drawn`);
  return box;
}
