import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, type Language } from '../../platform/domain/index.js';
import { csvFile, type Actor, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import type { TaxTotals } from './engine/index.js';
import { findMemberName, type TaxAccountState } from './tax-account.repository.js';
import { TaxComputationService } from './tax-computation.service.js';
import { csvRowOf, csvTotals, taxCsvColumns, type TaxCsvRow } from './tax-csv.writer.js';
import { MAX_PDF_LINES, taxPdf } from './tax-pdf.writer.js';
import { TaxReportService, type ReportRequest } from './tax-report.service.js';

/** Tax reports as files. */
@Injectable()
export class TaxFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly reports: TaxReportService,
    private readonly computation: TaxComputationService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Streams every line, and the totals at the end. Throws TooMany, and NotFound for an unknown user. */
  async csv(actor: Actor, request: ReportRequest): Promise<MadeFile> {
    const { account } = await this.begin(actor, request);
    const file = await csvFile(`tax-${request.year}-${request.method}`, this.clock.now(), taxCsvColumns, this.rows(account, request));
    await this.record(actor, request, 'csv');
    return file;
  }

  /** Writes the totals and the first lines of each list, in a language. Throws TooMany, and NotFound for an unknown user. */
  async pdf(actor: Actor, request: ReportRequest, language: Language): Promise<{ name: string; bytes: Buffer }> {
    const { head, account } = await this.begin(actor, request);
    const lines = await this.computation.firstLines(account, request, MAX_PDF_LINES);
    const [name, at] = [await findMemberName(this.em, actor.userId), this.clock.now()];
    const bytes = await taxPdf({ head, name, at, language, ...lines });
    await this.record(actor, request, 'pdf');
    return { name: `tidemark-tax-${request.year}-${request.method}.pdf`, bytes };
  }

  private async begin({ userId }: Actor, request: ReportRequest) {
    await this.limits.consume('historyFileUser', userId);
    return this.reports.head(userId, request);
  }

  private async *rows(account: TaxAccountState | null, request: ReportRequest): AsyncGenerator<TaxCsvRow[]> {
    const pass = this.computation.lines(account, request);
    let totals: TaxTotals | null = null;
    while (!totals) {
      const step = await pass.next();
      if (step.done) totals = step.value;
      else yield step.value.map(csvRowOf);
    }
    yield csvTotals(totals);
  }

  private record({ userId, role }: Actor, { year, method }: ReportRequest, format: string): Promise<void> {
    return this.audit.record(this.em, {
      action: 'tax.export',
      actorId: userId,
      actorRole: role,
      targetType: 'user',
      targetId: userId,
      detail: { year, method, format },
    });
  }
}
