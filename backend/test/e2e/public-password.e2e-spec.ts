import { expect, it } from '@jest/globals';
import type { Visitor } from './support/browser.js';
import { Api } from './support/member-api.js';
import { heldButton, passwordField, readyButton, saysWrong } from './support/public-form.js';
import { member, newAddress, PASSWORD } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';

const NEW_PASSWORD = 'nine lanterns over the harbour';
/** A few seconds, and many on a machine with other work. */
const LONG_MS = 180_000;

onPublicSite('somebody has forgotten their password', (site) => {
  async function ask(visitor: Visitor, email: string): Promise<void> {
    const { page } = visitor;
    await visitor.goTo('/login');
    await page.getByRole('link', { name: /forg[eo]t.* password/i }).click();
    await visitor.at('/forgetpassword');
    const send = /^send/i;
    await heldButton(page, send).waitFor();
    await page.getByLabel('Email').fill(email);
    await readyButton(page, send).click();
    await page
      .getByText(/inbox or (your )?spam/i)
      .first()
      .waitFor();
  }

  async function mailedLink(email: string): Promise<string> {
    const mail = await new Api(site.product.url).mail(email, /new password/i);
    return /https?:\/\/\S+#\/changepassword\/\S+/.exec(mail.text)?.[0] ?? 'no link in the mail';
  }

  async function choose({ page }: Visitor, password: string): Promise<void> {
    await passwordField(page, 'New password').fill(password);
    await passwordField(page, 'Confirm new password').fill(password);
    await readyButton(page, 'Change password').click();
  }

  it(
    'and is told the same whether the email has an account or not',
    async () => {
      const { email } = await member(site.product);
      const answers: string[] = [];
      for (const address of [email, newAddress('nobody')]) {
        const visitor = await site.visit();
        await ask(visitor, address);
        answers.push((await visitor.page.getByRole('main').innerText()).replaceAll(address, 'the address'));
        expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
        await visitor.close();
      }
      expect(answers[1]).toBe(answers[0]);
      await mailedLink(email);
    },
    LONG_MS,
  );

  it(
    'and chooses a new one by the link of the mail, which ends every session and works once',
    async () => {
      const { email, api } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      await ask(visitor, email);
      const link = await mailedLink(email);
      await page.goto(link);
      await heldButton(page, 'Change password').waitFor();
      // The token leaves the address right after the page is drawn.
      await visitor.at('/changepassword');
      expect(page.url()).not.toContain(link.split('/').at(-1));

      const [password, confirmation] = [passwordField(page, 'New password'), passwordField(page, 'Confirm new password')];
      await password.fill(NEW_PASSWORD);
      await confirmation.fill(`${NEW_PASSWORD}?`);
      await saysWrong(confirmation, 'password does not match');
      await heldButton(page, 'Change password').waitFor();
      await choose(visitor, 'too short');
      await saysWrong(password, /at least 12 characters/i);
      expect((await api.get('/getuser')).status).toBe(200);

      // A notice is there for seconds: it is looked for from before it comes.
      await Promise.all([
        visitor.at('/login'),
        page
          .getByText(/your password was changed/i)
          .first()
          .waitFor(),
        choose(visitor, NEW_PASSWORD),
      ]);
      const anyone = new Api(site.product.url);
      expect((await anyone.post('/signinuser', { email, password: PASSWORD })).status).toBe(401);
      expect((await api.get('/getuser')).status).toBe(401);
      await page.getByLabel('Email').fill(email);
      await passwordField(page, 'Password').fill(NEW_PASSWORD);
      await readyButton(page, 'Login').click();
      await visitor.at('/trade-dashboard');

      const again = await site.visit();
      await again.page.goto(link);
      await choose(again, 'ten lanterns over the harbour');
      await again.page.getByText('This link is invalid or has expired').first().waitFor();
      await again.page.getByRole('link', { name: /new link/i }).click();
      await again.at('/forgetpassword');
      expect((await anyone.post('/signinuser', { email, password: NEW_PASSWORD })).status).toBe(200);
      expect([visitor.faults, again.faults]).toEqual([
        { complaints: [], foreign: [] },
        { complaints: [], foreign: [] },
      ]);
      await visitor.close();
      await again.close();
    },
    LONG_MS,
  );

  it(
    'and opens the link of a newer mail in the same tab, and uses that one',
    async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      await visitor.page.goto(`${site.product.url}/#/changepassword/${'0'.repeat(43)}`);
      await choose(visitor, NEW_PASSWORD);
      const refused = visitor.page.getByText('This link is invalid or has expired').first();
      await refused.waitFor();
      await new Api(site.product.url).post('/forgetpassword', { email });
      await visitor.page.goto(await mailedLink(email));
      // The form of the former link stands until the page of the new one takes its place, a moment after the address has changed.
      await refused.waitFor({ state: 'detached' });
      await choose(visitor, NEW_PASSWORD);
      await visitor.at('/login');
      expect((await new Api(site.product.url).post('/signinuser', { email, password: NEW_PASSWORD })).status).toBe(200);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'and comes by an address whose link is gone',
    async () => {
      const visitor = await site.visit();
      await visitor.goTo('/changepassword');
      await visitor.page.getByRole('link', { name: /new link/i }).click();
      await visitor.at('/forgetpassword');
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );
});
