import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import { lacking, specifiedColumns } from './support/console-columns.js';
import { fillSignal, membersOfEveryState } from './support/console-paths.js';
import { columnsOf, onConsole, sendsKyc, sendsPayment, settled, START_MS, type StoredMember } from './support/console-stand.js';
import { eventually } from './support/eventually.js';
import { logIn, openDocuments } from './support/journey.js';

const LONG_MS = 180_000;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const row = (page: Page, table: string | RegExp, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

/**
 * Every admin path of the specification in a real browser: opened as the specification spells it, its columns, and something that is done
 * there.
 */
onConsole('the paths of the specification, opened by an admin', (stand) => {
  let trader: StoredMember;
  let futures: StoredMember;
  beforeAll(async () => {
    ({ trader, futures } = await membersOfEveryState(stand));
  }, START_MS);

  const unharmed = () => expect(stand.visitor.faults).toEqual({ complaints: [], foreign: [] });
  const said = (text: string | RegExp) => stand.page.getByText(text).first().waitFor();

  describe('users', () => {
    it(
      '/admin-dashboard counts six things, and each count opens the list that sums to it',
      async () => {
        const page = await stand.open('/admin-dashboard');
        await stand.visitor.at('/admin');
        await heading(page, 'Dashboard');
        const { data } = (await stand.admin.get('/admindashboard')).body as unknown as { data: Record<string, number> };
        const counters = {
          'Total Users': data['allUser'],
          'Paid Users': data['paidUser'],
          'Verified KYC': data['approveKyc'],
          'Pending KYC': data['pendingKyc'],
          'Rejected KYC': data['rejectKyc'],
          'Signals Sent': data['signalSent'],
        };
        for (const [name, count] of Object.entries(counters)) {
          await stand.open('/admin-dashboard');
          expect([name, count]).toEqual([name, expect.any(Number)]);
          const counter = page
            .getByRole('main')
            .getByRole('link', { name: new RegExp(`^${name}`) })
            .first();
          await counter.filter({ hasText: new RegExp(`${name}\\s*${count}$`) }).waitFor();
          await counter.click();
          await page.waitForURL((url) => /#\/admin\/./.test(url.hash));
          await settled(page);
          await page.getByText(new RegExp(`of ${count} (entry|entries)`)).waitFor();
        }
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/all-users has its columns, and turns a user off and on',
      async () => {
        const page = await stand.open('/all-users');
        await heading(page, 'All users');
        expect(lacking(await columnsOf(page, 'All users'), specifiedColumns.allUsers)).toEqual([]);
        await row(page, 'All users', 'Invited').getByText('not verified').first().waitFor();
        await page.getByRole('button', { name: 'Active. Deactivate Ada Invited' }).click();
        await page.getByRole('button', { name: 'Deactivated. Activate Ada Invited' }).click();
        await page.getByRole('button', { name: 'Active. Deactivate Ada Invited' }).waitFor();
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/userlist has its columns, and leads to what a member trades',
      async () => {
        const page = await stand.open('/userlist');
        expect(lacking(await columnsOf(page, 'User list'), specifiedColumns.userList)).toEqual([]);
        await row(page, 'User list', trader.fullName)
          .getByRole('link', { name: /view trade/i })
          .click();
        await stand.visitor.at(`/admin/members/${trader.userId}`);
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/rejected-users has its columns, and brings somebody back',
      async () => {
        const gone = await stand.member('Gone');
        expect((await stand.admin.send('DELETE', `/deleteuser/${gone.userId}`)).status).toBe(200);
        const page = await stand.open('/rejected-users');
        await heading(page, /Rejected users/i);
        expect(lacking(await columnsOf(page, 'Rejected users'), specifiedColumns.rejectedUsers)).toEqual([]);
        await page.getByRole('button', { name: /Restore Ada Gone/ }).click();
        await row(page, 'Rejected users', 'Gone').waitFor({ state: 'detached' });
        expect((await stand.admin.get(`/admin/users/${gone.userId}`)).body).toMatchObject({ status: 'active' });
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/viewrefferal/{refferalId} shows whom a member brought',
      async () => {
        const [own] = await stand.query<{ referral_code: string }>('select referral_code from users where id = $1', [trader.userId]);
        const page = await stand.open(`/viewrefferal/${own!.referral_code}`);
        expect(lacking(await columnsOf(page, 'Referrals'), specifiedColumns.referrals)).toEqual([]);
        await page.getByRole('cell', { name: 'Invited' }).first().waitFor();
        unharmed();
      },
      LONG_MS,
    );
  });

  describe('what waits for a decision', () => {
    it(
      '/pendingkyc has its columns, approves one and rejects another with a reason',
      async () => {
        const [good, bad] = await Promise.all([stand.member('Goodpaper'), stand.member('Badpaper')]);
        await sendsKyc(good, { n: 63 });
        await sendsKyc(bad, { n: 64 });
        const page = await stand.open('/pendingkyc');
        await heading(page, 'Pending KYC');
        expect(lacking(await columnsOf(page, 'Pending KYC'), specifiedColumns.pendingKyc)).toEqual([]);
        const approve = page.getByRole('button', { name: /Approve Ada Goodpaper/ });
        expect(await approve.isDisabled()).toBe(true);
        await openDocuments(page, 'Goodpaper');
        await approve.click();
        await row(page, 'Pending KYC', 'Goodpaper').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: /Reject Ada Badpaper/ }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('What is wrong').selectOption({ label: '2. Identity document has expired' });
        await dialog.getByRole('button', { name: /^Reject/ }).click();
        await row(page, 'Pending KYC', 'Badpaper').waitFor({ state: 'detached' });
        const standing = await stand.query<{ surname: string; kyc_status: string }>(
          `select surname, kyc_status from users where surname like '%paper' order by 1`,
        );
        expect(standing).toEqual([
          { surname: 'Badpaper', kyc_status: 'rejected' },
          { surname: 'Goodpaper', kyc_status: 'approved' },
        ]);
        unharmed();
      },
      LONG_MS,
    );

    it(
      'says why when somebody else was quicker',
      async () => {
        const first = await stand.member('Raced');
        await sendsKyc(first, { n: 65 });
        const page = await stand.open('/pendingkyc');
        await page.route('**/admin/kyc-reviews/*/decision', async (route) => {
          expect((await stand.admin.get(`/approvekyc/${first.userId}`)).status).toBe(200);
          await route.continue();
        });
        await openDocuments(page, 'Raced');
        await stand.visitor.duringNotices(async () => {
          await page.getByRole('button', { name: /Approve Ada Raced/ }).click();
          await said(/^Ada Raced: .*The page shows the current state/);
        });
        await page.unroute('**/admin/kyc-reviews/*/decision');
        unharmed();
      },
      LONG_MS,
    );

    it(
      'shows two admins on one case to each other',
      async () => {
        const other = await stand.member('Second');
        await stand.query(`update users set role = 'admin' where id = $1`, [other.userId]);
        const someone = await stand.member('Watched');
        await sendsKyc(someone, { n: 66 });
        const [{ id } = { id: '' }] = await stand.query<{ id: string }>('select id from kyc_submissions where user_id = $1', [
          someone.userId,
        ]);
        const colleague = await stand.visit();
        await logIn(colleague, other.email, PASSWORD, '/admin');
        await stand.open(`/admin/kyc-reviews/${id}`);
        await colleague.goTo(`/admin/kyc-reviews/${id}`);
        await colleague.page
          .getByText(/Tidemark Admin has been reviewing this case/)
          .first()
          .waitFor();
        await said(/Ada Second.*has had this open/);
        await colleague.goTo('/admin');
        await stand.page
          .getByText(/Ada Second.*has had this open/)
          .first()
          .waitFor({ state: 'detached' });
        expect(colleague.faults).toEqual({ complaints: [], foreign: [] });
        await colleague.close();
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/pendingpayments has its columns, says that it works, and approves',
      async () => {
        const payer = await stand.member('Payer');
        await sendsPayment(payer);
        const page = await stand.open('/pendingpayments');
        await heading(page, 'Pending payments');
        expect(lacking(await columnsOf(page, 'Pending payments'), specifiedColumns.pendingPayments)).toEqual([]);
        let answer: () => void = () => undefined;
        const held = new Promise<void>((done) => (answer = done));
        await page.route('**/admin/payments/*/approve', async (route) => {
          await held;
          await route.continue();
        });
        await stand.visitor.duringNotices(async () => {
          await page.getByRole('button', { name: /Approve .*Payer/ }).click();
          await page.getByRole('button').filter({ hasText: 'loading....' }).waitFor();
          answer();
          await said('The payment of Ada Payer is approved.');
        });
        await page.unroute('**/admin/payments/*/approve');
        expect((await payer.api.get('/getuser')).body).toMatchObject({ data: { paymentStatus: 'approved' } });
        unharmed();
      },
      LONG_MS,
    );
  });

  describe('what is sent', () => {
    it(
      '/send-email wants a subject and a message, asks before it sends, and arrives',
      async () => {
        const page = await stand.open('/send-email');
        await stand.visitor.at('/admin/broadcasts/new');
        await page.getByRole('button', { name: 'Send…' }).click();
        await said('Enter a subject');
        await page.getByLabel('Subject').fill('The club meets');
        await page.getByLabel('Message').fill('On the first of the month, {{first_name|friend}}.');
        await page.getByRole('radio', { name: /trade club/i }).check();
        await page.getByRole('button', { name: 'Send…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
        await page.waitForURL((url) => /#\/admin\/broadcasts\/[0-9a-f-]{36}/.test(url.hash));
        expect((await trader.api.mail(trader.email, /The club meets/)).text).toContain('On the first of the month, Ada.');
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/send-email plans an email to a segment at a local time, which is edited and cancelled before it starts',
      async () => {
        const page = await stand.open('/send-email');
        await page.getByLabel('Subject').fill('A later meeting');
        await page.getByLabel('Message').fill('Dear {{first_name|friend}}');
        await page.getByRole('radio', { name: 'A segment' }).check();
        await page.getByRole('checkbox', { name: 'Trade club' }).check();
        await page.getByRole('radio', { name: 'At a local time' }).check();
        await page.getByLabel('Date and time').fill(`${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T09:00`);
        await page.getByRole('button', { name: 'Schedule…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
        await page.waitForURL((url) => /#\/admin\/broadcasts\/[0-9a-f-]{36}/.test(url.hash));
        await page.getByText('No recipients yet').waitFor();
        await page.getByRole('link', { name: 'Edit' }).click();
        await page.getByLabel('Subject').fill('A much later meeting');
        await page.getByRole('button', { name: 'Schedule…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
        await page.getByRole('heading', { level: 1, name: 'A much later meeting' }).waitFor();
        await page.getByRole('button', { name: 'Cancel', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel the broadcast' }).click();
        await page.getByText('Cancelled', { exact: true }).waitFor();
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/create-signal takes nineteen fields, names what is missing, and publishes',
      async () => {
        const page = await stand.open('/create-signal');
        await stand.visitor.at('/admin/signals/new');
        await fillSignal(page);
        const publish = page.getByRole('button', { name: 'Publish the signal' });
        await page.getByLabel('Stop loss', { exact: true }).fill('');
        await publish.click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
        expect(await stand.query(`select id from signals where asset = 'ETHUSDT'`)).toEqual([]);
        // Above the entry: the geometry of a long signal, which the server holds, names the field.
        await page.getByLabel('Stop loss', { exact: true }).fill('3050');
        // What the form itself found wrong before is not what the server says next.
        await page.locator('[aria-invalid="true"]').first().waitFor({ state: 'detached' });
        await publish.click();
        await page.getByLabel('Stop loss', { exact: true }).and(page.locator('[aria-invalid="true"]')).waitFor();
        expect(await page.getByLabel('Signal message').inputValue()).toBe('Buy the retest.');
        await page.getByLabel('Stop loss', { exact: true }).fill('2900');
        await publish.click();
        await said(/is published/);
        await eventually(async () => expect(await page.getByLabel('Signal message').inputValue()).toBe(''));
        expect(await stand.query(`select stop_loss::float8 as stop from signals where asset = 'ETHUSDT'`)).toEqual([{ stop: 2900 }]);
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/all-signal has the twenty columns, and finds one',
      async () => {
        const page = await stand.open('/all-signal');
        await stand.visitor.at('/admin/signals');
        expect(lacking(await columnsOf(page, 'All signals'), specifiedColumns.signals)).toEqual([]);
        await page.getByRole('searchbox').fill('nosuchsignal');
        await page.getByRole('table', { name: 'All signals' }).waitFor({ state: 'detached' });
        await page.getByRole('searchbox').fill('btc');
        await page.getByRole('table', { name: 'All signals' }).getByText('BTC').first().waitFor();
        unharmed();
      },
      LONG_MS,
    );
  });

  describe('what members trade', () => {
    it.each(['/kyc', '/user-list'])(
      '%s lists the verified, and each row leads to a wallet',
      async (path) => {
        const page = await stand.open(path);
        await stand.visitor.at('/admin/members');
        await heading(page, /API feedback/i);
        expect(lacking(await columnsOf(page, 'Members'), specifiedColumns.members)).toEqual([]);
        await page
          .getByRole('table')
          .getByRole('link', { name: new RegExp(trader.fullName) })
          .click();
        await stand.visitor.at(`/admin/members/${trader.userId}`);
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/user-trade-history/{userId} estimates the balance, leads to every history, and draws the time that is asked for',
      async () => {
        const page = await stand.open(`/user-trade-history/${trader.userId}`);
        await stand.visitor.at(`/admin/members/${trader.userId}`);
        await said(/estimated balance/i);
        await said('USDT');
        for (const name of [/spot/i, /future/i, /deposit history/i, /withdraw history/i])
          await page.getByRole('main').getByRole('link', { name }).first().waitFor();
        expect(lacking(await columnsOf(page, 'My Asset'), specifiedColumns.assets)).toEqual([]);
        for (const name of ['1W', '1M', '3M', '6M']) {
          await page.getByRole('button', { name, exact: true }).click();
          await page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
        }
        unharmed();
      },
      LONG_MS,
    );

    it(
      '/user-trade-history/{userId} of a member without an account says that there is no wallet',
      async () => {
        const page = await stand.open(`/user-trade-history/${(await stand.member('Walletless')).userId}`);
        await page
          .getByText(/No wallet fund|not verified|no such|not found/i)
          .first()
          .waitFor();
      },
      LONG_MS,
    );

    it(
      '/future-history/{userId} has three tabs, open orders first',
      async () => {
        const page = await stand.open(`/future-history/${futures.userId}`);
        await stand.visitor.at(`/admin/members/${futures.userId}/futures`);
        const tabs = page.getByRole('navigation', { name: 'Futures' });
        expect(await tabs.locator('[aria-current="page"]').innerText()).toMatch(/open.order/i);
        for (const [name, columns] of [
          [/open.order/i, specifiedColumns.openOrders],
          [/open.position/i, specifiedColumns.openPositions],
          [/trade.history/i, specifiedColumns.futuresTrades],
        ] as const) {
          await tabs.getByRole('link', { name }).click();
          // The table of the tab before stands for a moment.
          await eventually(async () => expect(lacking(await columnsOf(page, /./), columns)).toEqual([]));
        }
        unharmed();
      },
      LONG_MS,
    );

    it.each([
      ['spot-history', specifiedColumns.spotTrades],
      ['deposit-history', specifiedColumns.deposits],
      ['withdraw-history', specifiedColumns.withdrawals],
    ] as const)(
      '/%s/{userId} has its columns, and sorts',
      async (path, columns) => {
        const typical = trader.userId;
        const page = await stand.open(`/${path}/${typical}`);
        const table = page.getByRole('table').first();
        await table.or(page.getByText(/^No /).first()).first().waitFor();
        expect(lacking(await columnsOf(page, /./), columns)).toEqual([]);
        await table.getByRole('columnheader').getByRole('button').first().click();
        await page.waitForURL(/order=|sort=/);
        await settled(page);
        unharmed();
      },
      LONG_MS,
    );
  });

  it(
    '/crypto-news offers the news and loads nothing of somebody else unasked',
    async () => {
      const page = await stand.open('/crypto-news');
      await stand.visitor.at('/admin/news');
      await heading(page, /Crypto news/i);
      await page.getByRole('button', { name: 'Load news' }).waitFor();
      unharmed();
    },
    LONG_MS,
  );
});
