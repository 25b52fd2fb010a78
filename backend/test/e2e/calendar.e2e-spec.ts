import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import type { Visitor } from './support/browser.js';
import { onConsole, settled, type StoredMember } from './support/console-stand.js';
import { inspect, LAYOUTS } from './support/inspection.js';
import { logIn } from './support/journey.js';

const LONG_MS = 240_000;
const TITLE = 'Questions and answers';
const JOIN = 'https://meet.example/room';
const RECORDING = 'https://video.example/week';
const DAY_MS = 86_400_000;

/** What an input of a time holds, so many days from now, at this hour. */
const inDays = (days: number, hour: string) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${hour}`;

onConsole('events of the club', (stand) => {
  let attendee: StoredMember;
  let member: Visitor;
  let stranger: Visitor;
  beforeAll(async () => {
    attendee = await stand.member('Listener');
    await stand.query(`update users set payment_status = 'approved' where id = $1`, [attendee.userId]);
    [member, stranger] = [await stand.visit(), await stand.visit()];
  }, LONG_MS);
  afterAll(() => Promise.all([member?.context.close(), stranger?.context.close()]));

  const look = async (visitor: Visitor) => {
    await settled(visitor.page);
    await inspect(visitor, { widths: LAYOUTS });
  };
  const openEvent = async () => {
    const page = await stand.open('/admin/calendar');
    await page.getByRole('link', { name: TITLE }).click();
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await settled(page);
    return page;
  };
  const times = async (page: Page, days: number) => {
    await page.getByLabel('Start').fill(inDays(days, '18:00'));
    await page.getByLabel('End').fill(inDays(days, '19:30'));
  };

  it(
    'are planned with a preview, and published after a question',
    async () => {
      const page = await stand.open('/admin/calendar/new');
      await page.getByLabel('Kind').selectOption('questions');
      await page.getByLabel('Title').fill(TITLE);
      await page.getByLabel('Summary').fill('Ask the team about the week.');
      await page.getByLabel('Description').fill('## What we talk about\n\n- the **week**\n- what you send');
      await times(page, 7);
      await page.getByRole('radio', { name: 'Everybody' }).check();
      await page.getByLabel('Places').fill('20');
      await page.getByLabel('Link to join').fill(JOIN);
      await page.getByRole('heading', { name: 'What we talk about' }).waitFor();
      await look(stand.visitor);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^Visitors see title, summary and times\..*1 member can sign up/).waitFor();
      await look(stand.visitor);
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Nobody has signed up yet').waitFor();
      await look(stand.visitor);
    },
    LONG_MS,
  );

  it(
    'are found by visitors, who read title, summary and times',
    async () => {
      const { page } = stranger;
      await page.goto(`${stand.product.url}/#/events`);
      await page.getByRole('link', { name: TITLE }).waitFor();
      await look(stranger);
      await page.getByRole('link', { name: TITLE }).click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await look(stranger);
      expect(await page.getByRole('main').textContent()).not.toContain('What we talk about');
    },
    LONG_MS,
  );

  it(
    'are attended by members, who get the link to join and a file for their own calendar',
    async () => {
      const { page } = member;
      await logIn(member, attendee.email, PASSWORD, '/trade-dashboard');
      await page.goto(`${stand.product.url}/#/calendar`);
      await page.getByRole('link', { name: TITLE }).waitFor();
      await look(member);
      await page.getByRole('link', { name: TITLE }).click();
      await page.getByRole('button', { name: 'Sign up', exact: true }).click();
      const link = page.getByRole('link', { name: 'Join the event' });
      expect(await link.getAttribute('href')).toBe(JOIN);
      await page.getByText('19 places left').waitFor();
      await look(member);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Add to calendar' }).click()]);
      const text = readFileSync(await file.path(), 'utf8');
      expect([file.suggestedFilename(), text.match(/BEGIN:VEVENT/g), /SEQUENCE:(\d)/.exec(text)?.[1]]).toEqual([
        'questions-and-answers.ics',
        ['BEGIN:VEVENT'],
        '0',
      ]);
      expect(text).toContain(`LOCATION:${JOIN}`);
    },
    LONG_MS,
  );

  it(
    'move after a question that says who is told',
    async () => {
      const page = await openEvent();
      await page.getByRole('link', { name: attendee.fullName }).waitFor();
      await look(stand.visitor);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Start').waitFor();
      await times(page, 9);
      await page.getByRole('button', { name: 'Save…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/1 member signed up\. 1 member will be notified/).waitFor();
      await look(stand.visitor);
      await dialog.getByRole('button', { name: 'Move event' }).click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await member.page.goto(`${stand.product.url}/#/notifications`);
      const news = member.page.getByRole('link', { name: new RegExp(`New time: ${TITLE} starts on`) }).first();
      await news.waitFor();
      await look(member);
      await news.click();
      await member.page.getByRole('button', { name: 'Withdraw' }).waitFor();
    },
    LONG_MS,
  );

  it(
    'have a recording once they are over',
    async () => {
      await stand.query(`update calendar_events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`);
      const page = await openEvent();
      await page.getByRole('button', { name: 'Recording…' }).click();
      await page.getByRole('dialog').getByLabel('Link to the recording').fill(RECORDING);
      await look(stand.visitor);
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Members can watch the recording').first().waitFor();
      await member.page.goto(`${stand.product.url}/#/calendar?view=past`);
      await member.page.getByRole('link', { name: TITLE }).waitFor();
      await look(member);
      await member.page.getByRole('link', { name: TITLE }).click();
      expect(await member.page.getByRole('link', { name: 'Watch the recording' }).getAttribute('href')).toBe(RECORDING);
      await look(member);
    },
    LONG_MS,
  );

  it(
    'are cancelled after a question, and their members told',
    async () => {
      await stand.query(
        `update calendar_events set starts_at = now() + interval '3 days', ends_at = now() + interval '73 hours', recording_url = null`,
      );
      const page = await openEvent();
      await page.getByRole('button', { name: 'Cancel event…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/1 member will be notified/).waitFor();
      await look(stand.visitor);
      await dialog.getByRole('button', { name: 'Cancel event', exact: true }).click();
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
      await member.page.reload();
      await member.page.getByText('This event is cancelled').waitFor();
      await look(member);
      expect(await member.page.getByRole('button', { name: 'Sign up', exact: true }).count()).toBe(0);
      await member.page.goto(`${stand.product.url}/#/notifications`);
      await member.page
        .getByText(new RegExp(`^${TITLE}, planned for .* is cancelled`))
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: 'Publish…' }).count()).toBe(0);
    },
    LONG_MS,
  );
});
