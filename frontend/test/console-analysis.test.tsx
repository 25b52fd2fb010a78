import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnalysisReachWire, AnalysisRecordWire } from '../src/lib/wire/types';
import { analysisDraft, candles, chart, picture } from './support/analysis';
import { list, serve, type Call, type Routes } from './support/api';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors } from './support/second-factors';
import { type FakeUpload, fakeUploads } from './support/uploads';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const reach: AnalysisReachWire = { centre: 1200, telegram: 40, push: 1, webhook: 0 };
let visit = 0;
// What somebody leaves in a form stays theirs: each test is somebody else.
beforeEach(() => void (visit += 1));
const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /auth/mfa': factors(),
  'GET /admin/analysis/reach': { body: { message: '', data: reach } },
  'GET /admin/analysis/a-1': { body: analysisDraft },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

describe('writing an analysis', () => {
  it('shows it as members see it, and saves a draft', async () => {
    const saved: AnalysisRecordWire = { ...analysisDraft, title: 'New' };
    const calls = serve({ ...start, 'POST /admin/analysis': { body: saved } });
    await open('/admin/analysis/new');
    await userEvent.type(await screen.findByLabelText('Title'), 'New');
    fireEvent.change(screen.getByLabelText('Summary'), { target: { value: 'In short' } });
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: '## A **bold** claim\n\n<b>plain</b>' } });
    await userEvent.type(screen.getByLabelText(/^Pairs/), 'BTC/USDT, eth/usdt');
    expect(await screen.findByRole('heading', { name: 'A bold claim' })).toBeVisible();
    expect(screen.getByText(/<b>plain<\/b>/, { selector: 'p' })).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Everybody' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(currentPath()).toBe('/admin/analysis/a-1'));
    expect(made(calls, 'POST', '/admin/analysis').map(({ json }) => json)).toEqual([
      {
        title: 'New',
        summary: 'In short',
        body: '## A **bold** claim\n\n<b>plain</b>',
        pairs: ['BTC/USDT', 'eth/usdt'],
        tags: [],
        audience: 'public',
        language: null,
      },
    ]);
  });

  it('says at the field what the server refuses', async () => {
    const refusal = { field: 'body', message: 'A link must begin with https://, http:// or mailto:' };
    serve({
      ...start,
      'PUT /admin/analysis/a-1': { status: 400, body: { statusCode: 400, message: refusal.message, errors: [refusal] } },
    });
    await open('/admin/analysis/new?edit=a-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(refusal.message)).toBeVisible();
    expect(screen.getByLabelText('Text')).toBeInvalid();
  });
});

describe('publishing an analysis', () => {
  it('says first who is told, and publishes the text that was seen', async () => {
    const calls = serve({
      ...start,
      'POST /admin/analysis/a-1/publish': { body: { message: 'Published', data: { ...analysisDraft, state: 'published' } } },
    });
    await open('/admin/analysis/a-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish “The range”?' });
    expect(
      await within(dialog).findByText(
        /1.200 members are told in the notification centre\. It is also delivered to 40 Telegram accounts, 1 device and 0 webhooks/,
      ),
    ).toBeVisible();
    expect(made(calls, 'POST', '/admin/analysis/a-1/publish')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(made(calls, 'POST', '/admin/analysis/a-1/publish').map(({ json }) => json)).toEqual([{ revision: 3 }]));
  });

  it('is scheduled for a moment, in UTC', async () => {
    const calls = serve({ ...start, 'POST /admin/analysis/a-1/schedule': { body: { message: '', data: analysisDraft } } });
    await open('/admin/analysis/a-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule…' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    expect(await within(dialog).findByText('Choose a date and time')).toBeVisible();
    fireEvent.change(within(dialog).getByLabelText('Date and time'), { target: { value: '2099-12-01T09:30' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    const publishAt = new Date('2099-12-01T09:30').toISOString();
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/analysis/a-1/schedule').map(({ json }) => json)).toEqual([{ revision: 3, publishAt }]),
    );
  });

  it('keeps earlier texts, which can be read', async () => {
    const { title, summary, pairs, tags, audience, language } = analysisDraft;
    const revision = {
      id: 'r-1',
      revision: 2,
      content: { title, summary, body: 'It was *otherwise*.', pairs, tags, audience, language },
      replacedBy: 'Amara Okafor',
      replacedAt: '2026-11-21T14:05:00.000Z',
    };
    serve({
      ...start,
      'GET /admin/analysis/a-1': {
        body: { ...analysisDraft, state: 'published', save: 'correct', may: ['withdraw'], publishedAt: '2026-11-20T15:00:00.000Z' },
      },
      'GET /admin/analysis/a-1/revisions': list('revisions', [revision]),
    });
    await open('/admin/analysis/a-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Read version 2' }));
    expect(await within(await screen.findByRole('dialog')).findByText('otherwise')).toBeVisible();
  });
});

describe('a picture and a chart', () => {
  const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
  const linked = { body: { message: '', data: [picture] } };
  let uploads: FakeUpload[];
  beforeEach(() => void (uploads = fakeUploads()));
  const sent = async () => {
    await waitFor(() => expect(uploads).toHaveLength(1));
    return uploads[0]!;
  };

  it('is uploaded with a description, and inserted at the cursor', async () => {
    const calls = serve({ ...start, 'GET /admin/analysis/pictures': linked });
    await open('/admin/analysis/new');
    fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Before after' } });
    text().setSelectionRange(6, 6);
    await userEvent.click(screen.getByRole('button', { name: 'Insert picture' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert picture' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    expect(dialog.getByText('Choose a picture')).toBeVisible();
    expect(dialog.getByText('Describe what the picture shows')).toBeVisible();
    await userEvent.upload(dialog.getByLabelText('Picture'), new File(['x'], 'chart.png', { type: 'image/png' }));
    await userEvent.type(dialog.getByLabelText('Description'), 'A [[close] above');
    await userEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    const upload = await sent();
    expect([upload.address, upload.form.get('picture')]).toMatchObject(['/api/v1/admin/analysis/pictures', { name: 'chart.png' }]);
    await act(async () => upload.answer(200, { message: '', data: picture }));
    await waitFor(() => expect(text().value).toBe(`Before\n\n![A \\[close\\] above](picture:${picture.id})\n\nafter`));
    expect(made(calls, 'POST', '/admin/analysis')).toEqual([]);
    expect(await screen.findByRole('img', { name: 'A [close] above' })).toHaveAttribute('src', picture.url);
  });

  it('is not inserted where the server refuses the picture', async () => {
    const refusal = { field: 'picture', message: 'This image is damaged and cannot be read. Please upload another one' };
    serve(start);
    await open('/admin/analysis/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Insert picture' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert picture' }));
    await userEvent.upload(dialog.getByLabelText('Picture'), new File(['x'], 'chart.png', { type: 'image/png' }));
    await userEvent.type(dialog.getByLabelText('Description'), 'A close');
    await userEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    await act(async () => (await sent()).answer(400, { statusCode: 400, message: 'x', errors: [refusal] }));
    expect(await dialog.findByText(refusal.message)).toBeVisible();
    expect(text().value).toBe('');
  });

  it('is written by the dialog of a chart once the server has checked it', async () => {
    const refusal = { field: 'source', message: 'Line 1: the first day must not be after the last' };
    const calls = serve({
      ...start,
      'POST /admin/analysis/charts': ({ json }) =>
        (json as { source: string }).source === chart.source
          ? { body: { message: '', data: { chart, candles } } }
          : { status: 400, body: { statusCode: 400, message: refusal.message, errors: [refusal] } },
    });
    await open('/admin/analysis/new');
    fireEvent.change(await screen.findByLabelText(/^Pairs/), { target: { value: 'btc/usdt, ETH/USDT' } });
    await userEvent.click(screen.getByRole('button', { name: 'Insert chart' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert chart' }));
    const day = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    day('First day (UTC)', '2026-11-03');
    day('Last day (UTC)', '2026-11-02');
    await userEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    expect(await dialog.findByText(refusal.message)).toBeVisible();
    day('First day (UTC)', '2026-11-01');
    fireEvent.change(dialog.getByLabelText(/^Levels/), { target: { value: '\n68000 Range high\n' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    await waitFor(() => expect(text().value).toBe(`\`\`\`chart\n${chart.source}\n\`\`\`\n`));
    expect(await screen.findByRole('figure', { name: /^Chart of BTC\/USDT/ })).toHaveTextContent('Range high');
    expect(made(calls, 'POST', '/admin/analysis')).toEqual([]);
  });

  it('that is no chart yet says what is missing', async () => {
    const refusal = { field: 'source', message: 'Line 1: a pair is written like BTC/USDT' };
    serve({
      ...start,
      'POST /admin/analysis/charts': { status: 400, body: { statusCode: 400, message: refusal.message, errors: [refusal] } },
    });
    await open('/admin/analysis/new');
    fireEvent.change(await screen.findByLabelText('Text'), { target: { value: '```chart\nBTC\n```' } });
    expect(await screen.findByText(refusal.message)).toBeVisible();
  });
});
