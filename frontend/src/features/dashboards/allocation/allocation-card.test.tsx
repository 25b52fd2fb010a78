import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Allocation } from '../../../lib/wire/portfolio';
import { text } from '../../../../test/support/texts';
import { AllocationCard } from './allocation-card';

const coin = (name: string, value: string | null, quantity = '1'): Allocation => ({
  coin: name,
  wallet: null,
  quantity,
  value,
  share: null,
});
const futures: Allocation = { coin: null, wallet: 'Futures', quantity: null, value: '1000', share: null };
const account = [coin('BTC', '6000'), coin('USDT', '2500'), futures, coin('DOGE', '500'), coin('LUNC', null)];

const show = (allocation: readonly Allocation[] = account, venue: 'binance' | 'bybit' = 'binance') =>
  render(<AllocationCard portfolio={{ allocation: [...allocation], venue }} error={null} onRetry={() => undefined} empty="Nothing held" />);
const drawing = () => screen.getByRole('slider');
const rows = () => within(screen.getByRole('list')).getAllByRole('listitem');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the allocation', () => {
  it('is drawn with its list as the legend, and says what is missing', () => {
    show();
    expect(drawing()).toHaveAttribute('aria-valuetext', 'BTC, 6\u202f000.00 USDT, 60.00%');
    expect(drawing().querySelectorAll('path')).toHaveLength(4);
    expect(rows()).toHaveLength(5);
    expect(screen.getByText(text('dashboards.allocation.unpriced', { names: 'LUNC' }))).toBeVisible();
  });

  it('moves through its parts by arrow keys', async () => {
    show();
    await userEvent.tab();
    for (let presses = 0; document.activeElement !== drawing(); presses += 1) {
      expect(presses).toBeLessThan(10);
      await userEvent.tab();
    }
    await userEvent.keyboard('{ArrowRight}');
    expect(drawing()).toHaveAttribute('aria-valuetext', 'USDT, 2\u202f500.00 USDT, 25.00%');
    await userEvent.keyboard('{End}');
    expect(drawing()).toHaveAttribute('aria-valuenow', '4');
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    expect(drawing()).toHaveAttribute('aria-valuenow', '3');
    await userEvent.keyboard('{Home}');
    expect(drawing()).toHaveAttribute('aria-valuetext', 'BTC, 6\u202f000.00 USDT, 60.00%');
  });

  it('names the part under the pointer', async () => {
    show();
    await userEvent.hover(drawing().querySelectorAll('path')[3]!);
    expect(drawing()).toHaveTextContent('DOGE5.00%');
  });

  it('is grouped by wallet and into stablecoins, and remembers that on this device', async () => {
    const view = show();
    await press(text('dashboards.allocation.grouping.wallet'));
    expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual(['Spot wallet', 'Futures wallet']);
    await press(text('dashboards.allocation.grouping.stable'));
    await press(text('dashboards.allocation.shape.treemap'));
    view.unmount();
    show();
    expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual(['Other coins', 'Stablecoins', 'Other wallets']);
    expect(screen.getByRole('button', { name: text('dashboards.allocation.shape.treemap') })).toHaveAttribute('aria-pressed', 'true');
    expect(drawing().querySelector('path')).toBeNull();
    expect(drawing()).toHaveTextContent('Other coins65.00%');
  });

  it('calls the coins of exchanges that list all wallets together by that name', async () => {
    show(account, 'bybit');
    await press(text('dashboards.allocation.grouping.wallet'));
    expect(rows()[0]).toHaveTextContent(text('dashboards.allocation.group.coins'));
  });

  it('draws nothing where no value is known', () => {
    show([coin('LUNC', null)]);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.getByText(text('dashboards.allocation.unpriced', { names: 'LUNC' }))).toBeVisible();
  });

  it('is saved as a file with every holding and digit', async () => {
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (content: Blob) => (saved.push(content), 'blob:made'), revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    show();
    await press(text('common.export.label.csv', { label: text('dashboards.allocation.title') }));
    click.mockRestore();
    const reader = new FileReader();
    const content = new Promise((done) => (reader.onload = () => done(reader.result)));
    reader.readAsText(saved[0]!);
    // The reader leaves out the byte order mark.
    expect(await content).toBe(
      ['Holding,Quantity,Value (USDT)', 'BTC,1,6000', 'USDT,1,2500', 'Futures wallet,,1000', 'DOGE,1,500', 'LUNC,1,', ''].join('\r\n'),
    );
  });
});
