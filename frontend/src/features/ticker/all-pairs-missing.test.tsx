import { expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';

jest.unstable_mockModule('./all-pairs', () => {
  throw new Error('a chunk of another release');
});
const { TickerStrip } = await import('./ticker-strip');

it('says so when the list of all pairs cannot be loaded, and leaves the page as it was', async () => {
  render(<TickerStrip />);
  const button = screen.getByRole('button', { name: 'All pairs' });
  fireEvent.click(button);
  expect(await screen.findByText(/The list of all pairs could not be loaded. Please try again./)).toBeVisible();
  expect(button).toBeEnabled();
});
