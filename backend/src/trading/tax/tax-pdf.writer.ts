import { toDecimal } from '../../platform/domain/scaled.js';
import { venueProfiles } from '../venues/index.js';
import type { DisposalLine, TaxTotals, UnknownLine } from './engine/index.js';
import { concernsFutures } from './history-gaps.rules.js';
import { centsToText } from './tax-text.mapper.js';
import { PdfLayout, type PdfColumn } from './pdf-layout.writer.js';
import type { FirstLines } from './tax-computation.service.js';
import type { ReportHead } from './tax-report.service.js';

/** Lines of a list in the PDF; the CSV file has all. */
export const MAX_PDF_LINES = 1000;

export interface PdfReport extends FirstLines {
  head: ReportHead;
  /** Name of the member. */
  name: string;
  at: Date;
}

const methods = { fifo: 'First in, first out (FIFO)', lifo: 'Last in, first out (LIFO)', average: 'Average cost' } as const;
const kinds = {
  sale: 'Sale',
  trade: 'Trade for another coin',
  convert: 'Conversion',
  dust: 'Small balance converted',
  fee: 'Fee paid',
  futures: 'Paid from futures wallet',
} as const;
const causes = { deposit: 'Deposit without a cost', history: 'No purchase in the history', price: 'No price' } as const;
const datasets: Readonly<Record<string, string>> = {
  spot_trades: 'spot trades',
  futures_trades: 'futures trades',
  futures_income: 'futures income',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  movements_dust: 'small balances converted',
  movements_convert: 'conversions',
  movements_dividend: 'rewards',
};

/** A summary of docs/tax-report.md. */
const RULES = [
  'A disposal is a sale, a trade for another coin, a conversion, or a fee paid in a third coin.',
  'Deposits, withdrawals and transfers are not disposals.',
  'Fees of a purchase are part of the cost, fees of a disposal reduce the gain.',
  'Coins are valued at the exchange’s own prices in USDT at the beginning of the hour.',
  'Disposals without a known cost or price are listed apart and are in no total.',
  'Lines are rounded so that they add up to their totals.',
  'This report is not tax advice. Check with an adviser which method your country requires.',
];

const day = (at: number | Date | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));
const minute = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
const money = (cents: bigint | null) => (cents === null ? 'unknown' : centsToText(cents).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','));

const wide = (title: string, width: number): PdfColumn => ({ title, width });
const figure = (title: string, width: number): PdfColumn => ({ title, width, align: 'right' });
const amounts = [figure('Proceeds', 12), figure('Fees', 9), figure('Cost', 12), figure('Gain', 12)];

/** Writes a tax report as PDF, in English. */
export async function taxPdf(report: PdfReport): Promise<Buffer> {
  const { head, totals } = report;
  const title = `Tax report ${head.year}`;
  const pdf = await PdfLayout.start(title, report.at);
  pdf.heading(title, 1);
  pdf.paragraph(
    [
      report.name,
      head.venue ? venueProfiles[head.venue].name : 'No exchange account',
      methods[head.method],
      'All amounts in USDT, all times in UTC',
      `Created on ${day(report.at)}`,
    ].join('  ·  '),
  );
  if (!head.isFinal) pdf.paragraph('Preliminary: the year is not over, or parts of it have not been read and computed yet.');
  summary(pdf, report);
  gaps(pdf, report);
  if (totals.byAsset.length > 0) {
    pdf.heading('Disposals by coin', 2);
    pdf.table(
      [wide('Coin', 12), figure('Disposals', 10), ...amounts],
      totals.byAsset.map((line) => [line.asset, String(line.disposals), ...sums(line)]),
    );
  }
  futures(pdf, totals);
  lists(pdf, report);
  pdf.heading('How it is computed', 2);
  pdf.paragraph(RULES.join(' '));
  return pdf.end();
}

const sums = ({ proceeds, fees, cost, gain }: { proceeds: bigint; fees: bigint; cost: bigint; gain: bigint }) =>
  [proceeds, fees, cost, gain].map(money);

function summary(pdf: PdfLayout, { head: { futuresKnown }, totals }: PdfReport): void {
  const { disposals, unknown, rewards, futures: result, unvalued, byContract } = totals;
  // Without a row, a year that is not known has no figure.
  const known = (of: 'realised' | 'funding', cents: bigint) =>
    futuresKnown[of] === 'none' && byContract.length === 0 ? 'unknown' : money(cents);
  pdf.heading('Summary', 2);
  const rows = [
    ['Proceeds of disposals', money(disposals.proceeds)],
    ['Fees of disposals', money(disposals.fees)],
    ['Cost of disposals', money(disposals.cost)],
    ['Net gain of disposals', money(disposals.gain)],
    ['  of it held for more than one year', money(disposals.overOneYear)],
    ['Rewards and dividends', money(rewards.value)],
    ['Realised futures profit', known('realised', result.realised)],
    ['Futures fees', known('realised', result.fees)],
    ['Funding', known('funding', result.funding)],
    ['Other futures entries', known('funding', result.other)],
    ['Futures result', known('realised', result.result)],
  ];
  if (unknown.disposals > 0)
    rows.push([`Proceeds with an unknown gain (${unknown.disposals} disposals, in no total above)`, money(unknown.proceeds)]);
  if (unvalued > 0) rows.push(['Income entries without a price (in no total above)', String(unvalued)]);
  pdf.table([wide('', 70), figure('USDT', 30)], rows);
}

function gaps(pdf: PdfLayout, { head, totals }: PdfReport): void {
  if (head.gaps.length === 0) return;
  pdf.heading('Incomplete history', 2);
  pdf.paragraph(
    `Parts of the account’s history are missing. ${totals.affected} disposals that they may concern are marked with *.` +
      (head.gaps.some(concernsFutures) ? ' Futures results may be incomplete, too.' : ''),
  );
  pdf.table(
    [wide('Data', 30), wide('Symbol', 20), wide('From', 15), wide('Until', 15), wide('Reason', 40)],
    head.gaps.map(({ dataset, symbols, from, to, reason }) => [
      datasets[dataset] ?? dataset,
      symbols.join(', ') || 'all',
      day(from) || 'the beginning',
      day(to) || 'now',
      reason === 'lost' ? 'no longer provided by the exchange' : 'not read yet',
    ]),
  );
}

function futures(pdf: PdfLayout, { byContract }: TaxTotals): void {
  if (byContract.length === 0) return;
  pdf.heading('Futures', 2);
  pdf.table(
    [
      wide('Contract', 20),
      wide('Side', 10),
      figure('Realised', 14),
      figure('Fees', 14),
      figure('Funding', 14),
      figure('Other', 14),
      figure('Result', 14),
    ],
    byContract.map((line) => [
      line.contract || 'wallet',
      line.side === 'BOTH' ? '' : line.side.toLowerCase(),
      ...[line.realised, line.fees, line.funding, line.other, line.result].map(money),
    ]),
  );
}

function lists(pdf: PdfLayout, { totals, disposals, unknown, rewards }: PdfReport): void {
  const marked = (line: DisposalLine | UnknownLine) => `${line.asset}${line.isAffected ? ' *' : ''}`;
  if (disposals.length > 0) {
    pdf.heading('Disposals', 2);
    pdf.table(
      [
        wide('Disposed', 15),
        wide('Acquired', 11),
        figure('Days', 6),
        wide('Kind', 20),
        wide('Coin', 10),
        figure('Quantity', 17),
        ...amounts,
      ],
      disposals.map((line) => [
        minute(line.time),
        day(line.acquiredAt) || 'pool',
        line.daysHeld === null ? '' : String(line.daysHeld),
        kinds[line.kind],
        marked(line),
        toDecimal(line.qty),
        ...sums(line),
      ]),
    );
    more(pdf, totals.disposals.disposals - disposals.length);
  }
  if (unknown.length > 0) {
    pdf.heading('Disposals with an unknown gain', 2);
    pdf.paragraph('Their cost or their price is unknown. Unknown is not zero: they are in no total of disposals.');
    pdf.table(
      [wide('Disposed', 15), wide('Kind', 20), wide('Coin', 10), figure('Quantity', 17), wide('  Reason', 24), ...amounts.slice(0, 3)],
      unknown.map((line) => [
        minute(line.time),
        kinds[line.kind],
        marked(line),
        toDecimal(line.qty),
        `  ${causes[line.cause]}${line.cause === 'deposit' && line.acquiredAt !== null ? ` of ${day(line.acquiredAt)}` : ''}`,
        ...[line.proceeds, line.fees, line.cost].map(money),
      ]),
    );
    more(pdf, totals.unknown.disposals - unknown.length);
  }
  if (rewards.length > 0) {
    pdf.heading('Rewards and dividends', 2);
    pdf.table(
      [wide('Received', 20), wide('Coin', 20), figure('Quantity', 30), figure('Value', 30)],
      rewards.map((line) => [minute(line.time), line.asset, toDecimal(line.qty), money(line.value)]),
    );
    more(pdf, totals.rewards.count - rewards.length);
  }
  if (totals.holdings.length > 0) {
    pdf.heading('Coins held at the end', 2);
    pdf.table(
      [wide('Coin', 20), figure('Quantity', 25), figure('Cost', 25), figure('Of it with an unknown cost', 30)],
      totals.holdings.map((line) => [line.asset, toDecimal(line.qty), money(line.cost), toDecimal(line.unknownQty)]),
    );
  }
}

function more(pdf: PdfLayout, count: number): void {
  if (count > 0) pdf.paragraph(`${count} more lines are in the CSV file. All of them are in the totals.`);
}
