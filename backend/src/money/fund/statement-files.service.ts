import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Language } from '../../platform/domain/index.js';
import { csvFile, type Actor, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { FundResultRepository } from './fund-result.repository.js';
import { MandateRepository, type Mandate } from './mandate.repository.js';
import { lastDaysOf, statementOf, statementParts, withMark, type FundStatement } from './statement-lines.rules.js';
import { statementPdf } from './statement-pdf.writer.js';

interface StatementLine {
  statement: FundStatement;
  line: Exclude<keyof FundStatement, 'from' | 'to'>;
}

const columns: readonly CsvColumn<StatementLine>[] = [
  { header: 'from', kind: 'time', of: ({ statement }) => new Date(statement.from) },
  { header: 'to', kind: 'time', of: ({ statement }) => new Date(statement.to) },
  { header: 'line', kind: 'text', of: ({ line }) => line.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
  { header: 'currency', kind: 'text', of: () => 'USD' },
  { header: 'amount', kind: 'figure', of: ({ statement, line }) => statement[line] },
];

/** Makes files of statements of account, with the figures that the screens show. */
@Injectable()
export class StatementFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly limits: RateLimits,
  ) {}

  /** `mandateId` null: the newest of the member who asks. `period` as in `statementOf`. Throws NotFound, TooMany. */
  async pdf(actor: Actor, mandateId: string | null, period: string, language: Language): Promise<{ name: string; bytes: Buffer }> {
    const { mandate, statement } = await this.find(actor, mandateId, period);
    const { signedName: name, termsVersion } = mandate;
    const waitingDays = await this.results.countWaiting(this.em, mandate.id, { from: statement.from, to: statement.to });
    return {
      name: `tidemark-statement-${statement.from.slice(0, 10)}-${statement.to.slice(0, 10)}.pdf`,
      bytes: await statementPdf({ statement, name, termsVersion, waitingDays, language }),
    };
  }

  /** A row for each line of the statement. Throws as `pdf`. */
  async csv(actor: Actor, mandateId: string | null, period: string): Promise<MadeFile> {
    const { statement } = await this.find(actor, mandateId, period);
    const lines = Object.values(statementParts).flatMap((part) => part.map((line): StatementLine => ({ statement, line })));
    async function* rows() {
      yield lines;
    }
    return csvFile(`statement-${statement.from.slice(0, 10)}`, new Date(statement.to), columns, rows());
  }

  /** Counts towards the files that a person may make. */
  private async find({ userId }: Actor, mandateId: string | null, period: string): Promise<{ mandate: Mandate; statement: FundStatement }> {
    await this.limits.consume('historyFileUser', userId);
    const mandate = mandateId === null ? await this.mandates.findOf(this.em, userId) : await this.mandates.find(this.em, mandateId);
    const result = mandate && (await this.results.find(this.em, mandate.id));
    const account = result && statementOf(result.answer, period);
    if (!mandate || !account) throw new NotFound('statement');
    const marks = await this.results.findMarks(this.em, mandate.id, lastDaysOf([account]));
    return { mandate, statement: withMark(account, marks) };
  }
}
