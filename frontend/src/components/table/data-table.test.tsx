import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../../lib/api';
import { type Column, DataTable, type DataTableProps } from './data-table';

interface Trade {
  id: string;
  symbol: string;
  price: string;
}

const columns: readonly Column<Trade>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'symbol', header: 'Symbol', cell: (row) => row.symbol, phone: 'title' },
  { id: 'price', header: 'Price', cell: (row) => row.price, align: 'end', phone: 'figure' },
];
const rows: readonly Trade[] = [
  { id: 'a', symbol: 'BTCUSDT', price: '93125.10' },
  { id: 'b', symbol: 'ETHUSDT', price: '3250.42' },
];

function show(props: Partial<DataTableProps<Trade>>) {
  return render(
    <DataTable
      caption="Spot trades"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={{ title: 'No spot trades', text: 'They appear after a sync.' }}
      {...props}
    />,
  );
}

describe('a data table', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('shows its final shape while the rows are on their way', () => {
    show({ rows: undefined });
    expect(screen.getByRole('status')).toHaveTextContent('Loading Spot trades');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['No', 'Symbol', 'Price']);
    expect(screen.queryByText('No spot trades')).toBeNull();
  });

  it('says what will be here when it is empty', () => {
    show({ rows: [] });
    expect(screen.getByText('No spot trades')).toBeVisible();
    expect(screen.getByText('They appear after a sync.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what went wrong and asks again on demand', async () => {
    const onRetry = jest.fn();
    show({ rows: undefined, error: new ApiError(503, 'We are being repaired'), onRetry });
    expect(screen.getByRole('alert')).toHaveTextContent('We are being repaired');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('keeps the rows it has when a later look fails', () => {
    show({ error: new ApiError(503, 'We are being repaired') });
    expect(screen.getByRole('cell', { name: 'BTCUSDT' })).toBeVisible();
  });

  it('counts its rows over all pages and says where it stands', () => {
    show({ pager: { page: 3, perPage: 25, total: 1052, onPage: () => undefined } });
    expect(screen.getAllByRole('row')[1]).toHaveTextContent(/^51BTCUSDT/);
    expect(screen.getByText('Showing 51 to 52 of 1 052 entries')).toBeVisible();
    expect(screen.getByText(/of 43/)).toBeVisible();
  });

  it('moves between its pages and stops at the ends', async () => {
    const onPage = jest.fn();
    const view = show({ pager: { page: 1, perPage: 2, total: 4, onPage } });
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage).toHaveBeenCalledWith(2);
    view.unmount();
    show({ pager: { page: 2, perPage: 2, total: 4, onPage } });
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  });

  it('leaves a way back from a page that has no rows any more', () => {
    show({ rows: [], pager: { page: 9, perPage: 25, total: 3, onPage: () => undefined } });
    expect(screen.getByText('No entries on this page of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  });

  it('says where more columns are, while there are any', () => {
    const [wide, seen] = [
      jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900),
      jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400),
    ];
    const { container } = show({});
    const scroller = screen.getByRole('region', { name: 'Spot trades' });
    const sides = () => container.querySelector('[data-more]')?.getAttribute('data-more');
    expect(sides()).toBe('end');
    for (const [left, expected] of [
      [200, 'start end'],
      [500, 'start'],
    ] as const) {
      scroller.scrollLeft = left;
      fireEvent.scroll(scroller);
      expect(sides()).toBe(expected);
    }
    seen.mockReturnValue(900);
    fireEvent.scroll(scroller);
    expect(sides()).toBeUndefined();
    expect(wide).toHaveBeenCalled();
  });

  it('is a stop of the Tab key only where it scrolls sideways', () => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    const seen = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    const { container } = show({});
    const scroller = screen.getByRole('region', { name: 'Spot trades' });
    expect(scroller).toHaveAttribute('tabindex', '0');
    expect(container.querySelector('[data-fits]')).toBeNull();
    seen.mockReturnValue(900);
    fireEvent.scroll(scroller);
    expect(scroller).not.toHaveAttribute('tabindex');
    expect(container.querySelector('[data-fits]')).not.toBeNull();
  });

  it('keeps the header of a wide table below the bar while the page scrolls, as far as its last row', () => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
    show({});
    const scroller = screen.getByRole('region', { name: 'Spot trades' });
    scroller.style.scrollMarginTop = '56px';
    const shiftAt = (top: number) => {
      jest.spyOn(scroller, 'getBoundingClientRect').mockReturnValue({ top, height: 1000 } as DOMRect);
      fireEvent.scroll(window);
      return scroller.style.getPropertyValue('--head-shift');
    };
    expect([200, 56, 0, -300, -5000].map(shiftAt)).toEqual(['0px', '0px', '56px', '356px', '920px']);
  });

  it('moves sideways by its arrows', async () => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    const { container } = show({});
    const scroller = screen.getByRole('region', { name: 'Spot trades' });
    const scrolled = jest.fn();
    scroller.scrollBy = scrolled as typeof scroller.scrollBy;
    const [left, right] = container.querySelectorAll<HTMLElement>('[aria-hidden] > button');
    await userEvent.click(right!);
    await userEvent.click(left!);
    expect(scrolled.mock.calls).toMatchObject([[{ left: 280 }], [{ left: -280 }]]);
  });

  it('becomes cards on a phone, with the identifying column as their heading', () => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (media) =>
          ({ matches: true, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList,
      );
    show({});
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: 'Spot trades' })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    expect(cards[0]).toHaveTextContent('BTCUSDTPrice93125.10');
  });
});
