import { waitFor, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses a value of a filter above a list. */
export async function chooseFilter(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await user.click(await screen.findByRole('option', { name: option }));
  await waitFor(() => {
    if (screen.queryByRole('listbox') !== null) throw new Error(`The options of ${label} are still open`);
  });
}

/** The path of a list with these filters. */
export const listAt = (path: string, filter: Readonly<Record<string, unknown>>): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** The button in the heading of a column that sorts by it. */
export const sortsBy = (column: string): { name: RegExp } => ({ name: new RegExp(`^Sort by ${column}`, 'i') });

/** The filters in the address. */
export const filterInAddress = (path: string): unknown => JSON.parse(new URLSearchParams(path.split('?')[1]).get('filter') ?? '{}');

/** The table of a list, once its rows have loaded: until then another one stands in its place. */
export async function loadedTable(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const table = screen.getByRole('table', { name });
    if (table.closest('[aria-busy="true"]') !== null || table.querySelectorAll('thead th').length < 2)
      throw new Error(`${name} is still loading`);
    return table;
  });
}
