import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve, type Routes } from './support/api';
import { badYear, feeTerms, goodYear } from './support/fund-fees';
import { open } from './support/render-app';
import { text } from './support/texts';

const answer = (data: unknown) => ({ body: { message: '', data } });

async function openPage(routes: Routes = {}) {
  const calls = serve({ 'GET /fund-fees': answer(feeTerms), 'GET /fund-fees/projection': answer(goodYear), ...routes });
  await open('/fund-fees');
  await screen.findByRole('heading', { level: 1, name: text('fund-fees.title') });
  return calls;
}
const field = (id: 'capital' | 'result') => screen.getByRole('textbox', { name: new RegExp(`^${text(`fund-fees.assume.${id}`)}`) });

async function assume(capital: string, result: string) {
  const user = userEvent.setup();
  await user.type(field('capital'), capital);
  await user.type(field('result'), result);
  await user.click(screen.getByRole('button', { name: text('fund-fees.assume.submit') }));
}
const line = async (id: 'management' | 'performance' | 'carry') => (await screen.findByText(text(`fund-fees.year.${id}`))).parentElement!;

describe('the fee calculator', () => {
  it('assumes nothing by itself, needs no session, and says that an assumption is no forecast', async () => {
    const calls = await openPage();
    expect(await screen.findByText(text('fund-fees.year.emptyTitle'))).toBeVisible();
    expect(screen.getByText(text('fund-fees.assume.noticeTitle'))).toBeVisible();
    expect([field('capital'), field('result')].map((input) => (input as HTMLInputElement).value)).toEqual(['', '']);
    expect(calls.map(({ path, authorization }) => [path, authorization])).toEqual([['/fund-fees', null]]);
  });

  it('shows both fees and what remains of a gain', async () => {
    const calls = await openPage();
    await assume('10,000', '+20%');
    const performance = await line('performance');
    expect(performance).toHaveTextContent(/30% of 1\s728\.98 USD.*\u2212518\.69$/);
    expect(await line('management')).toHaveTextContent(/2\.5% a year.*\u2212271\.02$/);
    expect(screen.getByText(/^11\s210\.29 USD$/)).toBeVisible();
    expect(screen.getByText('+12.10% after fees, +20.00% assumed before fees')).toBeVisible();
    expect(screen.queryByText(text('fund-fees.year.carry'))).toBeNull();
    expect(calls.filter(({ path }) => path === '/fund-fees/projection').map(({ search }) => search.toString())).toEqual([
      'capital=10000&result=20',
    ]);
  });

  it('shows the loss that is carried forward, and no performance fee on it', async () => {
    await openPage({ 'GET /fund-fees/projection': answer(badYear) });
    await assume('10000', '\u221212,5');
    expect(await line('carry')).toHaveTextContent(/1\s481\.03$/);
    expect(await line('performance')).toHaveTextContent(new RegExp(`${text('fund-fees.year.performanceNone')}0\\.00$`));
  });

  it('puts what the server refuses beside its field, and the focus into the first of them', async () => {
    const errors = [
      { field: 'capital', message: 'Enter a capital from 10,000' },
      { field: 'result', message: 'Enter a result from -99' },
    ];
    await openPage({
      'GET /fund-fees/projection': { status: 400, body: { statusCode: 400, message: 'Please check some fields', errors } },
    });
    await assume('9', 'much');
    expect(await screen.findByText('Enter a capital from 10,000')).toBeVisible();
    await waitFor(() => expect(field('capital')).toHaveFocus());
    expect(field('capital')).toBeInvalid();
    expect(field('result')).toHaveAccessibleDescription(/Enter a result from -99/);
    expect(screen.queryByRole('button', { name: text('common.tryAgain') })).toBeNull();
  });

  it('offers to try again where the server gives no answer', async () => {
    await openPage({ 'GET /fund-fees/projection': { status: 503, body: { statusCode: 503, message: 'Busy' } } });
    await assume('10000', '1');
    expect(await screen.findByText(text('fund-fees.year.failed'))).toBeVisible();
    expect(screen.getByRole('button', { name: text('common.tryAgain') })).toBeVisible();
  });

  it('compares both methods month by month', async () => {
    await openPage();
    const table = await screen.findByRole('table');
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll(/\s/g, ' ')));
    expect(rows.slice(1)).toEqual([
      ['1', '+20.00%', '600.00', '600.00'],
      ['2', '\u22123.51%', '0.00', '0.00'],
      ['3', '+13.64%', '330.00', '150.00'],
      ['4', '+13.36%', '487.79', '450.00'],
      [text('fund-fees.method.fees'), '1 417.79', '1 200.00'],
      [text('fund-fees.method.profit'), '4 725.95', '4 750.00'],
      [text('fund-fees.method.share'), '30.00%', '25.26%'],
    ]);
  });
});
