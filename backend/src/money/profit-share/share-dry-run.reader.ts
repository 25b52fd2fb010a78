import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight } from '../../platform/domain/index.js';
import type { InvoiceRun } from '../invoices/index.js';
import { ShareCyclesService } from './share-cycles.service.js';
import { ShareInvoiceRepository, type ProposedShare } from './share-invoice.repository.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareRulesReader } from './share-rules.reader.js';
import { ShareRunRepository } from './share-run.repository.js';

/** Proposals that a dry run lists. The sums are of all. */
const MAX_ROWS = 200;

export interface ShareDryRun {
  sums: { count: number; total: string; members: number };
  /** Members whose figures are being computed again, because a signal or a period has changed. */
  behind: number;
  rows: ProposedShare[];
  running: { startsAt: Date; closesAt: Date | null };
  lastOrder: InvoiceRun | null;
}

/** Reads which shares would be invoiced now. */
@Injectable()
export class ShareDryRunReader {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: ShareInvoiceRepository,
    private readonly results: ShareResultRepository,
    private readonly rules: ShareRulesReader,
    private readonly cycles: ShareCyclesService,
    private readonly runs: ShareRunRepository,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<ShareDryRun> {
    const through = lastMidnight(this.clock.now());
    return {
      sums: await this.invoices.sumProposals(this.em, through),
      behind: await this.results.countBehind(this.em, await this.rules.version(this.em)),
      rows: await this.invoices.findProposals(this.em, through, MAX_ROWS),
      running: await this.cycles.running(this.em),
      lastOrder: await this.runs.findLast(this.em),
    };
  }
}
