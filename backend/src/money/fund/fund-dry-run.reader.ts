import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { FeeProposalRepository } from './fee-proposal.repository.js';
import type { ProposedInvoice } from './fee-proposals.rules.js';
import { FundMandateReaderRepository } from './fund-mandate-reader.repository.js';
import { InvoiceRunRepository, type InvoiceRun } from './invoice-run.repository.js';

/** Proposals that a dry run lists. The sums are of all. */
const MAX_ROWS = 200;

export interface DryRun {
  sums: { count: number; total: string; clients: number };
  rows: ProposedInvoice[];
  /** Names of the clients, by mandate. */
  names: ReadonlyMap<string, string>;
  lastOrder: InvoiceRun | null;
}

/** Reads which fees would be invoiced now. */
@Injectable()
export class FundDryRunReader {
  constructor(
    private readonly em: EntityManager,
    private readonly proposals: FeeProposalRepository,
    private readonly mandates: FundMandateReaderRepository,
    private readonly runs: InvoiceRunRepository,
  ) {}

  async read(): Promise<DryRun> {
    const rows = await this.proposals.find(this.em, MAX_ROWS);
    return {
      sums: await this.proposals.sum(this.em),
      rows,
      names: await this.mandates.findNames(rows.map(({ mandateId }) => mandateId)),
      lastOrder: await this.runs.findLast(this.em),
    };
  }
}
