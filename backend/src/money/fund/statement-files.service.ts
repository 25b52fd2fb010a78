import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../platform/domain/index.js';
import { csvFile, type Actor, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { FundResultRepository } from './fund-result.repository.js';
import { ALL_STATEMENTS, returnLines, statementParts, type FundStatement } from './statement-lines.rules.js';
import { statementPdf } from './statement-pdf.writer.js';
import { StatementViewsReader } from './statement-views.reader.js';

interface StatementLine {
  statement: FundStatement;
  line: string;
  /** Empty for a return, which is a decimal of one. */
  currency: '' | 'USD';
  amount: string | null;
  /** Why the amount is unknown. */
  note: string | null;
}

const columns: readonly CsvColumn<StatementLine>[] = [
  { header: 'from', kind: 'time', of: ({ statement }) => new Date(statement.from) },
  { header: 'to', kind: 'time', of: ({ statement }) => new Date(statement.to) },
  { header: 'line', kind: 'text', of: ({ line }) => line.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
  { header: 'currency', kind: 'text', of: ({ currency }) => currency },
  { header: 'amount', kind: 'figure', of: ({ amount }) => amount },
  { header: 'note', kind: 'text', of: ({ note }) => note },
];

/** Makes files of statements of account, with the figures that the screens show. */
@Injectable()
export class StatementFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly views: StatementViewsReader,
    private readonly results: FundResultRepository,
    private readonly limits: RateLimits,
  ) {}

  /** `mandateId` null: of all mandates of the member who asks. `period` as in `statementOf`. Throws NotFound, TooMany. */
  async pdf(actor: Actor, mandateId: string | null, period: string, language: Language): Promise<{ name: string; bytes: Buffer }> {
    await this.count(actor);
    const { mandate, statement } = await this.views.find(actor.userId, mandateId, period);
    const { signedName: name, termsVersion } = mandate;
    const waitingDays = await this.results.countWaiting(this.em, mandate.id, { from: statement.from, to: statement.to });
    return {
      name: `tidemark-statement-${statement.from.slice(0, 10)}-${statement.to.slice(0, 10)}.pdf`,
      bytes: await statementPdf({ statement, name, termsVersion, waitingDays, language }),
    };
  }

  /** A row for each line of the statement; with the period `all`, of every statement. Throws as `pdf`. */
  async csv(actor: Actor, mandateId: string | null, period: string): Promise<MadeFile> {
    await this.count(actor);
    const isAll = period === ALL_STATEMENTS;
    const { userId } = actor;
    const statements = isAll ? await this.views.all(userId, mandateId) : [(await this.views.find(userId, mandateId, period)).statement];
    async function* rows() {
      for (const statement of statements) yield linesOf(statement);
    }
    const subject = isAll ? 'statements' : `statement-${statements[0]!.from.slice(0, 10)}`;
    return csvFile(subject, new Date(statements.at(-1)!.to), columns, rows());
  }

  private count({ userId }: Actor): Promise<void> {
    return this.limits.consume('historyFileUser', userId);
  }
}

function linesOf(statement: FundStatement): StatementLine[] {
  const amounts = Object.values(statementParts).flatMap((part) =>
    part.map((line): StatementLine => ({ statement, line, currency: 'USD', amount: statement[line], note: null })),
  );
  const returns = returnLines.map(([line, of]): StatementLine => {
    const { value, reason, day } = of(statement.returns);
    return { statement, line, currency: '', amount: value, note: reason && [reason, day].filter(Boolean).join(' ') };
  });
  return [...amounts, ...returns];
}
