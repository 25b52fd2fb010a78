import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SiteSectionWire } from '../src/lib/wire/types';
import { list, serve, type Call, type Routes } from './support/api';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors } from './support/second-factors';
import { draftFaqs, faqsSection, initialFaqs, publications } from './support/site-content';

jest.setTimeout(180_000);
beforeEach(rememberSession);

let visit = 0;
// What somebody leaves in a form stays theirs: each test is somebody else.
beforeEach(() => void (visit += 1));
const saved = { body: { message: '', data: faqsSection } };
const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /auth/mfa': factors(),
  'GET /admin/site-sections': list('site-sections', [faqsSection]),
  'GET /admin/site-sections/faqs': { body: faqsSection },
  'GET /admin/site-sections/faqs/versions': list('versions', publications),
  'GET /admin/*': list('any', []),
};
const bodies = (calls: Call[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === `/admin/site-sections/faqs/${path}`).map(({ json }) => json);
const EDIT = '/admin/site-sections/faqs/edit';

describe('the sections of the landing page', () => {
  it('are listed with what waits to be published', async () => {
    serve(start);
    await open('/admin/site-sections');
    expect(await screen.findByRole('link', { name: 'Questions and answers' })).toHaveAttribute('href', '#/admin/site-sections/faqs');
    expect(screen.getByText('Draft')).toBeVisible();
  });

  it('say what went wrong where they cannot be loaded', async () => {
    serve({ ...start, 'GET /admin/site-sections/faqs': { status: 500, body: { statusCode: 500, message: 'Broken' } } });
    await open('/admin/site-sections/faqs');
    expect(await screen.findByText('The section could not be loaded')).toBeVisible();
  });
});

describe('editing the questions', () => {
  it('shows them as visitors will see them, and saves a draft in all languages', async () => {
    const calls = serve({ ...start, 'PUT /admin/site-sections/faqs/draft': saved });
    await open(EDIT);
    const answer = await screen.findByLabelText('Answer 1');
    expect(answer).toHaveValue('{{fee}}, once:\n\n- no more\n- no less');
    fireEvent.change(answer, { target: { value: 'Only {{fee}}.\nNo more.\n\n- one\n- two' } });
    expect(await screen.findByText('Only $50. No more.', { selector: 'p' })).toBeInTheDocument();
    await userEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Spanish' }));
    expect(screen.getByLabelText(/^Answer 1/)).toHaveValue('{{fee}}.');
    fireEvent.change(screen.getByLabelText(/^Question 2/), { target: { value: '¿Quién decide?' } });
    await userEvent.click(screen.getByRole('button', { name: 'Move up question 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/site-sections/faqs'));
    const [first, second] = draftFaqs.items;
    expect(bodies(calls, 'PUT', 'draft')).toEqual([
      {
        revision: 4,
        content: {
          ...draftFaqs,
          items: [
            { ...second, question: { en: 'Who decides?', es: '¿Quién decide?', ar: null } },
            { ...first, answer: { en: ['Only {{fee}}. No more.', { list: ['one', 'two'] }], es: ['{{fee}}.'], ar: null } },
          ],
        },
      },
    ]);
  });

  it('adds and removes questions', async () => {
    const calls = serve({ ...start, 'PUT /admin/site-sections/faqs/draft': saved });
    await open(EDIT);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a question' }));
    fireEvent.change(screen.getByLabelText('Question 3'), { target: { value: 'New?' } });
    fireEvent.change(screen.getByLabelText('Answer 3'), { target: { value: 'Yes.' } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove question 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(bodies(calls, 'PUT', 'draft')).toHaveLength(1));
    const [{ content }] = bodies(calls, 'PUT', 'draft') as [{ content: typeof draftFaqs }];
    expect(content.items).toEqual([
      draftFaqs.items[1],
      { question: { en: 'New?', es: null, ar: null }, answer: { en: ['Yes.'], es: null, ar: null }, action: null },
    ]);
  });

  it('names the question and the language of what the server refuses', async () => {
    const errors = [{ field: 'content.items.1.answer.es.0', message: 'There is no figure {{x}}' }];
    serve({ ...start, 'PUT /admin/site-sections/faqs/draft': { status: 400, body: { statusCode: 400, message: '', errors } } });
    await open(EDIT);
    await userEvent.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Question 2, answer (Spanish): There is no figure {{x}}.')).toBeVisible();
  });
});

describe('publishing the questions', () => {
  it('shows first what changes, and publishes what was compared', async () => {
    const calls = serve({ ...start, 'POST /admin/site-sections/faqs/publish': saved });
    await open('/admin/site-sections/faqs');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish this draft?' });
    expect(within(dialog).getByText('Question 2, answer (English)')).toBeVisible();
    expect(within(dialog).getAllByRole('term')).toHaveLength(1);
    expect([within(dialog).getByText('People.').tagName, within(dialog).getByText('People decide.').tagName]).toEqual(['DEL', 'INS']);
    expect(bodies(calls, 'POST', 'publish')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(bodies(calls, 'POST', 'publish')).toEqual([{ revision: 4, version: 2 }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says in the dialog why it did not work', async () => {
    const message = 'Another admin changed this section. Reload it first';
    serve({ ...start, 'POST /admin/site-sections/faqs/publish': { status: 409, body: { statusCode: 409, message } } });
    await open('/admin/site-sections/faqs');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    expect(await within(dialog).findByText(message)).toBeVisible();
  });

  it('publishes an earlier version again', async () => {
    const calls = serve({ ...start, 'POST /admin/site-sections/faqs/restore': saved });
    await open('/admin/site-sections/faqs');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish this version again…, version 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish version 1 again?' });
    expect(within(dialog).getByText('People decide.').tagName).toBe('INS');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(bodies(calls, 'POST', 'restore')).toEqual([{ from: 1, version: 2 }]));
  });

  it('discards a draft after a question', async () => {
    const calls = serve({ ...start, 'POST /admin/site-sections/faqs/discard': saved });
    await open('/admin/site-sections/faqs');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft…' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(bodies(calls, 'POST', 'discard')).toEqual([{ revision: 4 }]));
  });

  it('has no buttons without a draft, and an empty history where nothing was published', async () => {
    const untouched: SiteSectionWire = { ...faqsSection, draft: null, version: 0, publishedAt: null, content: initialFaqs };
    serve({
      ...start,
      'GET /admin/site-sections/faqs': { body: untouched },
      'GET /admin/site-sections/faqs/versions': list('versions', []),
    });
    await open('/admin/site-sections/faqs');
    expect(await screen.findByText('Nothing published yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
  });
});
