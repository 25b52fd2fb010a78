import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { Api } from './support/member-api.js';
import { heldButton, passwordField, readyButton, saysWrong, toast } from './support/public-form.js';
import { Keyboard } from './support/public-keyboard.js';
import { member, newAddress, PASSWORD } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';
import { text } from './support/texts.js';

const EIGHT_YEARS_AGO = String(new Date().getUTCFullYear() - 8);

/** The fields of the form, by the names that people see. */
const fields = (page: Page) => ({
  club: page.getByRole('radio', { name: 'Trade club' }),
  fund: page.getByRole('radio', { name: 'Hedge fund' }),
  surname: page.getByLabel('Surname'),
  firstName: page.getByLabel('First name'),
  dateOfBirth: page.getByLabel('Date of birth'),
  country: page.getByLabel('Country'),
  email: page.getByLabel('Email'),
  phoneNumber: page.getByLabel('Phone number'),
  password: passwordField(page, 'Password'),
  confirmation: passwordField(page, 'Confirm password'),
  referralCode: page.getByLabel(/Referral code/),
  terms: page.getByRole('checkbox'),
});

const sent = (page: Page) => page.getByText(/verification link was sent/i);

onPublicSite('somebody registers', (site) => {
  const mailedLink = async (email: string): Promise<string> => {
    const mail = await new Api(site.product.url).mail(email, /confirm/i);
    return /https?:\/\/\S+#\/emailconfirm\/\S+/.exec(mail.text)?.[0] ?? 'no link in the mail';
  };

  async function confirmTwice(visitor: Visitor, email: string): Promise<void> {
    const { page } = visitor;
    const link = await mailedLink(email);
    await page.goto(link);
    await page.getByRole('heading', { name: text('auth.confirm.done') }).waitFor();
    expect(page.url()).not.toContain(link.split('/').at(-1));
    await page.goto('about:blank');
    await page.goto(link);
    await page
      .getByText(/already/i)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: text('auth.confirm.done') }).waitFor();
  }

  it('for the trade club by keyboard alone, from the landing page to the dashboard', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const keyboard = new Keyboard(page);
    const email = newAddress('keys');
    await page.goto(`${site.product.url}/`);
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: /^sign up$/i }), 'Enter');
    await visitor.at('/register');

    const form = fields(page);
    await keyboard.press(form.club, 'Space');
    expect(await form.club.isChecked()).toBe(true);
    await keyboard.enter(form.surname, 'Okafor');
    await keyboard.enter(form.firstName, 'Ada');
    await keyboard.tabTo(form.dateOfBirth);
    await keyboard.type(`0228${EIGHT_YEARS_AGO}`);
    const age = /^Your age \([78]\) is not allowed to register with us\.$/;
    await page.getByText(age).waitFor();
    await keyboard.choose(form.country, 'Nigeria');
    await keyboard.enter(form.email, email);
    await keyboard.enter(form.phoneNumber, '2348012345678');
    await keyboard.enter(form.password, PASSWORD);
    await keyboard.enter(form.confirmation, `${PASSWORD}?`);
    await keyboard.press(form.terms, 'Space');
    await saysWrong(form.confirmation, 'password does not match');
    await heldButton(page, 'Sign up').waitFor();
    await keyboard.tabBackTo(form.confirmation);
    await keyboard.enter(form.confirmation, PASSWORD);
    await page.getByText('password does not match').waitFor({ state: 'detached' });
    // Everything is there but an allowed date.
    await heldButton(page, 'Sign up').waitFor();
    await saysWrong(form.dateOfBirth, /not allowed to register with us/);
    await keyboard.tabBackTo(form.dateOfBirth);
    await intoMonth(page);
    await keyboard.type('02281990');
    expect(await form.dateOfBirth.inputValue()).toBe('1990-02-28');
    await page.getByText(age).waitFor({ state: 'detached' });
    await keyboard.press(readyButton(page, 'Sign up'), 'Enter');
    await visitor.at('/redirectform');
    await sent(page).waitFor();

    await confirmTwice(visitor, email);
    await keyboard.press(page.getByRole('main').getByRole('link', { name: text('auth.mail.toLogin') }), 'Enter');
    await visitor.at('/login');
    await keyboard.enter(page.getByLabel('Email'), email);
    await keyboard.enter(passwordField(page, 'Password'), PASSWORD);
    // The notice goes away by itself.
    await Promise.all([toast(page, 'Logged in successfully!').waitFor(), visitor.at('/trade-dashboard'), page.keyboard.press('Enter')]);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 240_000);

  it('for the hedge fund by the link of a member, who sees them among their referrals', async () => {
    const inviter = await member(site.product);
    const { refferalId } = ((await inviter.api.get('/getuser')).body as unknown as { data: { refferalId: string } }).data;
    const visitor = await site.visit();
    const { page } = visitor;
    const email = newAddress('invited');
    await visitor.goTo(`/register/${refferalId}`);
    const form = fields(page);
    await form.referralCode.waitFor();
    expect(await form.referralCode.inputValue()).toBe(refferalId);
    await fillIn(page, email);
    await readyButton(page, 'Sign up').click();
    await visitor.at('/redirectform');
    await sent(page).waitFor();

    // The mail as a person opens it: in the development mailbox, whose links open beside it.
    await new Api(site.product.url).mail(email, /confirm/i);
    await page.goto(`${site.product.url}/dev/mailbox?to=${encodeURIComponent(email)}`);
    const opened = page.waitForEvent('popup');
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: /confirm/i })
      .first()
      .click();
    const confirmation = await opened;
    await confirmation.getByRole('heading', { name: text('auth.confirm.done') }).waitFor();
    await confirmation.close();
    await confirmTwice(visitor, email);

    await visitor.goTo('/login');
    await page.getByLabel('Email').fill(email);
    await passwordField(page, 'Password').fill(PASSWORD);
    await readyButton(page, 'Login').click();
    await visitor.at('/hedge-dashboard');
    const referrals = (await inviter.api.get('/getrefferals')).body as unknown as { data: unknown[] };
    expect(referrals.data).toEqual([expect.objectContaining({ surName: 'Okafor', firstName: 'Ada', country: 'Nigeria' })]);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 240_000);

  it('only with everything that is asked for, and loses nothing when the referral code is wrong', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const email = newAddress('refused');
    await visitor.goTo('/register');
    await heldButton(page, 'Sign up').waitFor();
    await fillIn(page, email, async () => expect(await heldButton(page, 'Sign up').count()).toBe(1));
    const form = fields(page);
    await form.terms.uncheck();
    await heldButton(page, 'Sign up').waitFor();
    await form.terms.check();
    await form.phoneNumber.fill('');
    await heldButton(page, 'Sign up').waitFor();
    await form.phoneNumber.pressSequentially('234x801y2345678');
    expect(await form.phoneNumber.inputValue()).toBe('2348012345678');
    await form.referralCode.fill('NO-SUCH-CODE');
    await readyButton(page, 'Sign up').click();

    await saysWrong(form.referralCode, /referral code/i);
    expect(page.url()).toContain('#/register');
    const { club, fund, terms, password, confirmation, ...texts } = form;
    expect(await Promise.all(Object.values(texts).map((field) => field.inputValue()))).toEqual([
      'Okafor',
      'Ada',
      '1990-02-28',
      'Nigeria',
      email,
      '2348012345678',
      'NO-SUCH-CODE',
    ]);
    expect(await Promise.all([club, fund, terms].map((field) => field.isChecked()))).toEqual([false, true, true]);
    expect([await password.inputValue(), await confirmation.inputValue()]).toEqual([PASSWORD, PASSWORD]);

    await form.referralCode.fill('');
    await readyButton(page, 'Sign up').click();
    await visitor.at('/redirectform');
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 180_000);

  it('with an email that has an account, and sees what everybody sees; its owner gets a mail', async () => {
    const { email } = await member(site.product);
    const screens: string[] = [];
    for (const address of [newAddress('unknown'), email]) {
      const visitor = await site.visit();
      await visitor.goTo('/register');
      await fillIn(visitor.page, address);
      await readyButton(visitor.page, 'Sign up').click();
      await visitor.at('/redirectform');
      await sent(visitor.page).waitFor();
      screens.push((await visitor.page.getByRole('main').innerText()).replaceAll(address, 'the address'));
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    }
    expect(screens[1]).toBe(screens[0]);
    const mail = await new Api(site.product.url).mail(email, /already have an account/i);
    expect(mail.text).not.toContain('/emailconfirm/');
  }, 180_000);
});

/** Everything but a referral code, for the hedge fund; `meanwhile` runs before each step. */
async function fillIn(page: Page, email: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  const form = fields(page);
  const steps = [
    () => form.fund.check(),
    () => form.surname.fill('Okafor'),
    () => form.firstName.fill('Ada'),
    () => form.dateOfBirth.fill('1990-02-28'),
    () => form.country.selectOption('Nigeria'),
    () => form.email.fill(email),
    () => form.phoneNumber.fill('2348012345678'),
    () => form.password.fill(PASSWORD),
    () => form.confirmation.fill(PASSWORD),
    () => form.terms.check(),
  ];
  for (const step of steps) {
    await meanwhile();
    await step();
  }
  await readyButton(page, 'Sign up').waitFor();
}

/** A date field takes focus at its last part when somebody comes from behind it. */
async function intoMonth(page: Page): Promise<void> {
  for (let part = 0; part < 3; part++) await page.keyboard.press('ArrowLeft');
}
