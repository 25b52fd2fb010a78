import type { Language } from '../../platform/domain/index.js';
import { centsToText } from '../../platform/domain/cents.rules.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { PdfLayout, type PdfColumn } from '../../platform/pdf/index.js';
import { formatMessage, textFormat } from '../../platform/texts/index.js';
import arabic from '../../../locales/ar/tax.json' with { type: 'json' };
import english from '../../../locales/en/tax.json' with { type: 'json' };
import spanish from '../../../locales/es/tax.json' with { type: 'json' };
import { venueProfiles } from '../venues/index.js';
import type { DisposalLine, UnknownLine } from './engine/index.js';
import { concernsFutures } from './history-gaps.rules.js';
import type { FirstLines } from './tax-computation.service.js';
import type { ReportHead } from './tax-report.service.js';

/** Lines of a list in the PDF; the CSV file has all. */
export const MAX_PDF_LINES = 1000;

export interface PdfReport extends FirstLines {
  head: ReportHead;
  /** Name of the member. */
  name: string;
  at: Date;
  language: Language;
}

/** `npm run texts` compares the languages. */
const catalogues: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

const wide = (title: string, width: number): PdfColumn => ({ title, width });
const figure = (title: string, width: number): PdfColumn => ({ title, width, align: 'end' });

/** Writes a tax report as PDF, in the language of the report. */
export async function taxPdf(report: PdfReport): Promise<Buffer> {
  const { head, language } = report;
  const texts = catalogues[language];
  const title = formatMessage(language, texts.title, { year: String(head.year) });
  const pdf = await PdfLayout.start({
    title,
    at: report.at,
    language,
    footer: (page, pages) => formatMessage(language, texts.page, { title, page: String(page), pages: String(pages) }),
  });
  new TaxPages(pdf, report, title).write();
  return pdf.end();
}

class TaxPages {
  private readonly texts;
  private readonly format;
  private readonly amounts: PdfColumn[];

  constructor(
    private readonly pdf: PdfLayout,
    private readonly report: PdfReport,
    private readonly title: string,
  ) {
    this.texts = catalogues[report.language];
    this.format = textFormat(report.language);
    const { column } = this.texts;
    this.amounts = [figure(column.proceeds, 12), figure(column.fees, 9), figure(column.cost, 12), figure(column.gain, 12)];
  }

  write(): void {
    const { pdf, texts, report } = this;
    const { head, totals } = report;
    pdf.heading(this.title, 1);
    pdf.paragraph(
      [
        this.format.isolate(report.name),
        head.venue ? venueProfiles[head.venue].name : texts.noAccount,
        texts.method[head.method],
        texts.units,
        this.say(texts.created, { day: this.day(report.at) }),
      ].join('  ·  '),
    );
    if (!head.isFinal) pdf.paragraph(texts.preliminary);
    this.summary();
    this.gaps();
    if (totals.byAsset.length > 0) {
      pdf.heading(texts.list.byCoin, 2);
      pdf.table(
        [wide(texts.column.coin, 12), figure(texts.column.count, 10), ...this.amounts],
        totals.byAsset.map((line) => [line.asset, String(line.disposals), ...this.sums(line)]),
      );
    }
    this.futures();
    this.lists();
    pdf.heading(texts.rules.title, 2);
    pdf.paragraph(texts.rules.text);
  }

  private say(message: string, values: Record<string, string | number>): string {
    return formatMessage(this.report.language, message, values);
  }

  private day(at: number | Date | null): string {
    return at === null ? '' : this.format.isolate(new Date(at).toISOString().slice(0, 10));
  }

  private minute(at: number): string {
    return this.format.isolate(new Date(at).toISOString().slice(0, 16).replace('T', ' '));
  }

  private money(cents: bigint | null): string {
    return cents === null ? this.texts.unknown : this.format.decimal(centsToText(cents));
  }

  private quantity(scaled: bigint): string {
    return this.format.decimal(toDecimal(scaled));
  }

  private sums({ proceeds, fees, cost, gain }: { proceeds: bigint; fees: bigint; cost: bigint; gain: bigint }): string[] {
    return [proceeds, fees, cost, gain].map((cents) => this.money(cents));
  }

  private summary(): void {
    const { disposals, unknown, rewards, futures: result, unvalued, byContract } = this.report.totals;
    const { futuresKnown } = this.report.head;
    const { summary } = this.texts;
    const money = (cents: bigint) => this.money(cents);
    // Without a row, a year that is not known has no figure.
    const known = (of: 'realised' | 'funding', cents: bigint) =>
      futuresKnown[of] === 'none' && byContract.length === 0 ? this.texts.unknown : money(cents);
    this.pdf.heading(summary.title, 2);
    const rows = [
      [summary.proceeds, money(disposals.proceeds)],
      [summary.fees, money(disposals.fees)],
      [summary.cost, money(disposals.cost)],
      [summary.gain, money(disposals.gain)],
      [summary.overOneYear, money(disposals.overOneYear)],
      [summary.rewards, money(rewards.value)],
      [summary.realised, known('realised', result.realised)],
      [summary.futuresFees, known('realised', result.fees)],
      [summary.funding, known('funding', result.funding)],
      [summary.other, known('funding', result.other)],
      [summary.futuresResult, known('realised', result.result)],
    ];
    if (unknown.disposals > 0) rows.push([this.say(summary.unknown, { count: unknown.disposals }), money(unknown.proceeds)]);
    if (unvalued > 0) rows.push([summary.unvalued, String(unvalued)]);
    this.pdf.table([wide('', 70), figure('USDT', 30)], rows);
  }

  private gaps(): void {
    const { head, totals } = this.report;
    if (head.gaps.length === 0) return;
    const { gaps, column } = this.texts;
    const datasets: Readonly<Record<string, string>> = this.texts.dataset;
    this.pdf.heading(gaps.title, 2);
    const text = this.say(gaps.text, { count: totals.affected });
    this.pdf.paragraph(head.gaps.some(concernsFutures) ? `${text} ${gaps.futures}` : text);
    this.pdf.table(
      [wide(column.data, 30), wide(column.symbol, 20), wide(column.from, 15), wide(column.until, 15), wide(column.reason, 40)],
      head.gaps.map(({ dataset, symbols, from, to, reason }) => [
        datasets[dataset] ?? dataset,
        symbols.join(', ') || gaps.all,
        this.day(from) || gaps.beginning,
        this.day(to) || gaps.now,
        gaps[reason],
      ]),
    );
  }

  private futures(): void {
    const { byContract } = this.report.totals;
    if (byContract.length === 0) return;
    const { column, list } = this.texts;
    const sides: Readonly<Record<string, string>> = { LONG: list.long, SHORT: list.short };
    this.pdf.heading(list.futures, 2);
    this.pdf.table(
      [
        wide(column.contract, 20),
        wide(column.side, 10),
        ...[column.realised, column.fees, column.funding, column.other, column.result].map((title) => figure(title, 14)),
      ],
      byContract.map((line) => [
        line.contract || list.wallet,
        sides[line.side] ?? '',
        ...[line.realised, line.fees, line.funding, line.other, line.result].map((cents) => this.money(cents)),
      ]),
    );
  }

  private lists(): void {
    const { totals, disposals, unknown, rewards } = this.report;
    if (disposals.length > 0) this.disposals();
    if (unknown.length > 0) this.unknown();
    const { column, list } = this.texts;
    if (rewards.length > 0) {
      this.pdf.heading(list.rewards, 2);
      this.pdf.table(
        [wide(column.received, 20), wide(column.coin, 20), figure(column.quantity, 30), figure(column.value, 30)],
        rewards.map((line) => [this.minute(line.time), line.asset, this.quantity(line.qty), this.money(line.value)]),
      );
      this.more(totals.rewards.count - rewards.length);
    }
    if (totals.holdings.length > 0) {
      this.pdf.heading(list.holdings, 2);
      this.pdf.table(
        [wide(column.coin, 20), figure(column.quantity, 25), figure(column.cost, 25), figure(column.unknownQuantity, 30)],
        totals.holdings.map((line) => [line.asset, this.quantity(line.qty), this.money(line.cost), this.quantity(line.unknownQty)]),
      );
    }
  }

  private disposals(): void {
    const { column, list, kind } = this.texts;
    const { disposals, totals } = this.report;
    this.pdf.heading(list.disposals, 2);
    this.pdf.table(
      [
        wide(column.disposed, 15),
        wide(column.acquired, 11),
        figure(column.days, 6),
        wide(column.kind, 20),
        wide(column.coin, 10),
        figure(column.quantity, 17),
        ...this.amounts,
      ],
      disposals.map((line) => [
        this.minute(line.time),
        this.day(line.acquiredAt) || list.pool,
        line.daysHeld === null ? '' : String(line.daysHeld),
        kind[line.kind],
        marked(line),
        this.quantity(line.qty),
        ...this.sums(line),
      ]),
    );
    this.more(totals.disposals.disposals - disposals.length);
  }

  private unknown(): void {
    const { column, list, kind, cause } = this.texts;
    const { unknown, totals } = this.report;
    const causeOf = (line: UnknownLine) =>
      line.cause === 'deposit' && line.acquiredAt !== null
        ? this.say(cause.depositOf, { day: this.day(line.acquiredAt) })
        : cause[line.cause];
    this.pdf.heading(list.unknown, 2);
    this.pdf.paragraph(list.unknownText);
    this.pdf.table(
      [
        wide(column.disposed, 15),
        wide(column.kind, 20),
        wide(column.coin, 10),
        figure(column.quantity, 17),
        wide(column.reason, 24),
        ...this.amounts.slice(0, 3),
      ],
      unknown.map((line) => [
        this.minute(line.time),
        kind[line.kind],
        marked(line),
        this.quantity(line.qty),
        causeOf(line),
        ...[line.proceeds, line.fees, line.cost].map((cents) => this.money(cents)),
      ]),
    );
    this.more(totals.unknown.disposals - unknown.length);
  }

  private more(count: number): void {
    if (count > 0) this.pdf.paragraph(this.say(this.texts.list.more, { count }));
  }
}

const marked = (line: DisposalLine | UnknownLine) => `${line.asset}${line.isAffected ? ' *' : ''}`;
