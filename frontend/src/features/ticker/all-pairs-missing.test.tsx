import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { missingModules } from '../../../test/support/missing-modules';
import { TickerStrip } from './ticker-strip';

// As after a deployment, whose server no longer has the chunks of the release before.
beforeEach(() => void missingModules.add('./all-pairs'));
afterEach(() => missingModules.clear());

it('says so when the list of all pairs cannot be loaded, and leaves the page as it was', async () => {
  render(<TickerStrip />);
  const button = screen.getByRole('button', { name: 'All pairs' });
  fireEvent.click(button);
  expect(await screen.findByText(/The list of all pairs could not be loaded. Please try again./)).toBeVisible();
  expect(button).toBeEnabled();
});
