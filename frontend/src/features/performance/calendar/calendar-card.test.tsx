import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Reply, type Routes, serve } from '../../../../test/support/api';
import { rememberSession, sofia } from '../../../../test/support/people';
import { days, november, performance, portfolio } from '../../../../test/support/portfolio';
import { open } from '../../../../test/support/render-app';
import { text } from '../../../../test/support/texts';

const answer = (data: unknown) => ({ body: { message: '', data } });
const within30Days = ({ search }: Call): Reply =>
  answer(days.filter(({ day }) => day >= (search.get('from') ?? '') && day <= (search.get('to') ?? '9')));

async function openPage(routes: Routes = {}) {
  rememberSession();
  serve({
    'GET /getuser': answer({ ...sofia, kycStatus: 'approved' }),
    'GET /me/portfolio': answer(portfolio),
    'GET /me/portfolio/performance': answer(performance),
    'GET /me/portfolio/days': within30Days,
    'GET /me/portfolio/positions': answer([]),
    'GET /me/portfolio/periods': answer(november),
    ...routes,
  });
  await open('/performance');
  return screen.findByRole('grid');
}
const cell = (name: string) => screen.findByRole('gridcell', { name });
const card = () => screen.getByRole('heading', { name: text('performance.calendar.title') }).closest('section')!;

describe('the calendar of profit and loss', () => {
  it('shows each day of the newest month with its sign, and a reason for each dash', async () => {
    const grid = await openPage();
    expect(await cell('1 Nov 2026: \u22121\u202f050.00 USDT. Return 0.00%.')).toHaveTextContent('1\u22121 050.00\u22121.1k');
    expect(await cell('2 Nov 2026: +1\u202f890.00 USDT. Return 0.00%. Not a whole day.')).toHaveTextContent('+1.9k');
    expect(await cell('3 Nov 2026: unknown. This day has not been computed yet.')).toHaveTextContent('3––');
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(30);
    expect(card()).toHaveTextContent('Month +840.00');
  });

  it('is walked through by keyboard, also from month to month', async () => {
    await openPage();
    const first = await cell('1 Nov 2026: \u22121\u202f050.00 USDT. Return 0.00%.');
    act(() => first.focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-02');
    await userEvent.keyboard('{ArrowDown}{End}');
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-15');
    await userEvent.keyboard('{Home}{ArrowUp}{ArrowLeft}');
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-01');
    await userEvent.keyboard('{ArrowUp}{PageDown}');
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-01');
    await userEvent.keyboard('{PageUp}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day', '2026-10-01'));
    expect(await cell('1 Oct 2026: unknown. Your history begins later.')).toHaveFocus();
  });

  it('changes the month by its buttons, as far as there are days', async () => {
    await openPage();
    const next = screen.getByRole('button', { name: text('performance.calendar.next') });
    expect(next).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: text('performance.calendar.previous') }));
    expect(await cell('31 Oct 2026: +500.00 USDT. Return 0.00%.')).toHaveTextContent('+500.00');
    expect(await cell('30 Oct 2026: 0.00 USDT. Return 0.00%. Not a whole day.')).toBeVisible();
    expect(screen.getByRole('button', { name: text('performance.calendar.previous') })).toBeDisabled();
    expect(next).toBeEnabled();
  });

  it('says the exact result of the chosen day, without amounts where they are hidden', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    await openPage();
    const first = await cell('1 Nov 2026: \u2212hidden USDT. Return 0.00%.');
    expect(first).toHaveTextContent('1\u2212•••••');
    await userEvent.hover(first);
    expect(card()).toHaveTextContent('1 Nov 2026: \u2212••••• USDT.');
    expect(card()).not.toHaveTextContent('050');
  });
});
