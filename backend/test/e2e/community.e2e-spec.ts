import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import type { Visitor } from './support/browser.js';
import { onConsole, settled, type StoredMember } from './support/console-stand.js';
import { inspect, LAYOUTS } from './support/inspection.js';
import { logIn } from './support/journey.js';

const LONG_MS = 240_000;
const TITLE = 'The range holds';
const RUDE = 'Whoever buys here is a fool';

onConsole('a community', (stand) => {
  let authors: [StoredMember, StoredMember];
  let [first, second]: Visitor[] = [];
  beforeAll(async () => {
    authors = [await stand.member('Reader'), await stand.member('Answerer')];
    await stand.query(`update users set payment_status = 'approved' where id = any($1)`, [authors.map(({ userId }) => userId)]);
    [first, second] = [await stand.visit(), await stand.visit()];
    const page = await stand.open('/admin/analysis/new');
    await page.getByLabel('Title').fill(TITLE);
    await page.getByLabel('Summary').fill('In short');
    await page.getByLabel('Text', { exact: true }).fill('Buyers held 64,100 twice.');
    await page.getByRole('radio', { name: 'Everybody' }).check();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
  }, LONG_MS);
  afterAll(() => Promise.all([first?.context.close(), second?.context.close()]));

  const read = async (visitor: Visitor, { email }: StoredMember) => {
    await logIn(visitor, email, PASSWORD, '/trade-dashboard');
    await visitor.page.goto(`${stand.product.url}/#/analysis`);
    await visitor.page.getByRole('link', { name: TITLE }).click();
    return visitor.page;
  };
  const join = async (page: Page, name: string) => {
    await page.getByLabel('Display name').fill(name);
    await page.getByRole('button', { name: 'Save display name' }).click();
  };
  const commentBy = (page: Page, name: string) => page.getByRole('article', { name: `Comment by ${name}` });

  it(
    'lets a member comment under a name of their own, once they have accepted the guidelines',
    async () => {
      const page = await read(first!, authors[0]);
      await page.getByText('Be respectful.').waitFor();
      await inspect(first!, { widths: LAYOUTS });
      await join(page, 'Northern Light');
      await page.getByText('Accept the guidelines to continue').waitFor();
      await page.getByLabel('I accept the community guidelines').check();
      await page.getByRole('button', { name: 'Save display name' }).click();
      await page.getByText('You comment as Northern Light.').waitFor();
      await page.getByLabel('Your comment').fill(RUDE);
      await page.getByRole('button', { name: 'Publish comment' }).click();
      await commentBy(page, 'Northern Light').getByText(RUDE).waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('Reader');
      await inspect(first!, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'lets another one reply and report, under a name that nobody can take for the first',
    async () => {
      const page = await read(second!, authors[1]);
      await page.getByLabel('I accept the community guidelines').check();
      await join(page, 'Northern L1ght');
      await page.getByText('This name is taken or too similar to another one').first().waitFor();
      await join(page, 'Sea Wolf');
      await page.getByText('You comment as Sea Wolf.').waitFor();
      await page.getByRole('button', { name: 'Reply to Northern Light' }).click();
      await page.getByLabel('Your reply').fill('I bought here');
      await page.getByRole('button', { name: 'Publish reply' }).click();
      await commentBy(page, 'Sea Wolf').getByText('I bought here').waitFor();
      await page.getByLabel('Your comment').pressSequentially('Well seen, @nor');
      await page.getByRole('option', { name: 'Northern Light' }).waitFor();
      // The keyboard's tour would leave the field, which closes the list.
      await inspect(second!, { widths: LAYOUTS, tour: false });
      await page.getByLabel('Your comment').press('Tab');
      await page.getByRole('button', { name: 'Publish comment' }).click();
      await commentBy(page, 'Sea Wolf').getByText('Well seen, @Northern Light').waitFor();
      await page.getByRole('button', { name: 'Report the comment by Northern Light' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Offensive' }).check();
      await inspect(second!, { widths: LAYOUTS });
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await page.getByText('You reported this comment').waitFor();
    },
    LONG_MS,
  );

  it(
    'gives a moderator the report in the inbox, and the means to hide the comment and to mute its author',
    async () => {
      const page = await stand.open('/admin/inbox');
      await page.getByRole('link', { name: /Northern Light/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Comment' }).waitFor();
      await settled(page);
      await inspect(stand.visitor, { widths: LAYOUTS });
      const decide = async (act: string, done: string) => {
        await page.getByRole('button', { name: act, exact: true }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill(`${act}: be respectful`);
        await dialog.getByRole('button', { name: act, exact: true }).click();
        await page.getByText(done).first().waitFor();
        await dialog.waitFor({ state: 'hidden' });
      };
      await decide('Hide', 'The comment is hidden.');
      await decide('Mute', 'The member is muted.');
      await settled(page);
      await inspect(stand.visitor, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'tells the author why, and shows the others a reply without the text that it answers',
    async () => {
      const [own, other] = [first!.page, second!.page];
      await own.reload();
      await own.getByText('Our team has hidden your comment. Nobody else can see it').waitFor();
      await own.getByText('Reason: Hide: be respectful').waitFor();
      await own.getByText(/^You cannot comment until/).waitFor();
      await inspect(first!, { widths: LAYOUTS });
      await other.reload();
      await other.getByText('Hidden by our team').waitFor();
      await other.getByText('I bought here').waitFor();
      expect(await other.getByRole('main').textContent()).not.toContain(RUDE);
    },
    LONG_MS,
  );
});
