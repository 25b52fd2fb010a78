import { centsToText, toCents } from '../../platform/domain/cents.rules.js';
import { scaled } from '../../platform/domain/scaled.js';
import { PdfLayout } from '../../platform/pdf/index.js';
import type { Language } from '../../platform/domain/index.js';
import { formatMessage, textFormat } from '../../platform/texts/index.js';
import arabic from '../../../locales/ar/statement.json' with { type: 'json' };
import english from '../../../locales/en/statement.json' with { type: 'json' };
import spanish from '../../../locales/es/statement.json' with { type: 'json' };
import { returnLines, statementParts, type FundStatement, type StatementPart, type StatementReturn } from './statement-lines.rules.js';

/** `npm run texts` compares the languages. */
const statementTexts: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

const UNKNOWN = '–';

/** Between the facts of a paragraph. */
const SEPARATOR = '  ·  ';

export interface StatementDocument {
  statement: FundStatement;
  /** As the client signed the mandate; null once their personal data is deleted. */
  name: string | null;
  termsVersion: string;
  /** Days of the period without a known valuation. */
  waitingDays: number;
  language: Language;
}

/** Writes a statement of account as PDF. It contains no present time, so that the same figures give the same bytes. */
export async function statementPdf({ statement, name, termsVersion, waitingDays, language }: StatementDocument): Promise<Buffer> {
  const texts = statementTexts[language];
  const format = textFormat(language);
  const say = (message: string, values: Record<string, string | number>) => formatMessage(language, message, values);
  const title = say(texts.title, { from: format.day(statement.from), to: format.day(statement.to) });
  const pdf = await PdfLayout.start({
    title,
    at: new Date(statement.to),
    language,
    footer: (page, pages) => say(texts.page, { title, page: String(page), pages: String(pages) }),
  });
  pdf.heading(title, 1);
  pdf.paragraph(
    [
      'Tidemark',
      name === null ? texts.noName : say(texts.to, { name: format.isolate(name) }),
      say(texts.terms, { version: format.isolate(termsVersion) }),
      texts.units,
    ].join(SEPARATOR),
  );
  if (waitingDays > 0) pdf.paragraph(say(texts.waiting, { count: waitingDays }));
  const { account, fees, net, mark } = texts;
  for (const [part, { title: heading, check }] of Object.entries({ account, fees, net, mark })) {
    pdf.heading(heading, 2);
    pdf.table(
      [
        { title: texts.column.line, width: 80 },
        { title: texts.column.amount, width: 20, align: 'end' },
      ],
      statementParts[part as StatementPart].map((line) => [texts.line[line], format.decimal(statement[line])]),
    );
    pdf.paragraph(check);
  }
  pdf.heading(texts.returns.title, 2);
  const percent = ({ value }: StatementReturn) =>
    value === null ? UNKNOWN : say(texts.percent, { figure: format.decimal(percentOf(value)) });
  const why = ({ reason, day }: StatementReturn) =>
    reason && say(texts.returns.unknown[reason], { day: day === null ? '' : format.day(day) });
  pdf.table(
    [
      { title: texts.column.line, width: 80 },
      { title: texts.column.return, width: 20, align: 'end' },
    ],
    returnLines.map(([line, of]) => [texts.line[line], percent(of(statement.returns))]),
  );
  pdf.paragraph(texts.returns.check);
  for (const reason of new Set(returnLines.flatMap(([, of]) => why(of(statement.returns)) ?? []))) pdf.paragraph(reason);
  return pdf.end();
}

/** A fraction of one as per cent with two decimal places, half-even. */
const percentOf = (fraction: string): string => centsToText(toCents(scaled(fraction) * 100n));
