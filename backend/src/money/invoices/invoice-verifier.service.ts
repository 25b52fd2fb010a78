import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../platform/domain/scaled.js';
import { useSnapshot } from '../../platform/persistence/snapshot.query.js';
import { LedgerService } from '../ledger/index.js';
import { calculationFaults } from './calculation.rules.js';
import { InvoiceCheckRepository, type CheckedInvoice } from './invoice-check.repository.js';
import { numberingFaults } from './numbering.rules.js';

const BATCH = 500;

export interface InvoiceReport {
  invoices: number;
  lines: number;
  /** Invoices and credit notes. */
  numbers: number;
  faults: string[];
}

/** Verifies every invoice: lines made anew from their inputs, sums, numbers without gaps, postings that cover what is paid. */
@Injectable()
export class InvoiceVerifierService {
  constructor(
    private readonly em: EntityManager,
    private readonly rows: InvoiceCheckRepository,
    private readonly ledger: LedgerService,
  ) {}

  /** Reads one snapshot, so that work in progress is no fault. */
  verify(): Promise<InvoiceReport> {
    return this.em.fork().transactional(async (tx) => {
      await useSnapshot(tx);
      const report: InvoiceReport = { invoices: 0, lines: 0, numbers: 0, faults: [] };
      for (let after: string | null = null; ;) {
        const batch: CheckedInvoice[] = await this.rows.findAfter(tx, after, BATCH);
        for (const invoice of batch) {
          report.invoices += 1;
          report.lines += invoice.lines.length;
          report.faults.push(...faultsOf(invoice).map((fault) => `${invoice.number ?? invoice.id}: ${fault}`));
        }
        if (batch.length < BATCH) break;
        after = batch.at(-1)!.id;
      }
      const numbers = await this.rows.findNumbers(tx);
      report.numbers = numbers.length;
      report.faults.push(...numberingFaults(numbers, await this.rows.findCounters(tx)));
      const unbalanced = await this.ledger.findUnbalanced(tx);
      report.faults.push(...unbalanced.map((id) => `the ledger transaction ${id} does not add up to zero`));
      return report;
    });
  }
}

/** Returns what is wrong with one invoice, in words. */
export function faultsOf({ status, total, lineCount, outstanding, posted, hasCreditNote, lines }: CheckedInvoice): string[] {
  const faults = lines.flatMap(({ line, amount, ...calculation }) =>
    calculationFaults(calculation, amount).map((fault) => `line ${line}: ${fault}`),
  );
  if (lines.length !== lineCount) faults.push(`it has ${lines.length} lines in place of ${lineCount}`);
  if (lines.reduce((sum, { amount }) => sum + scaled(amount), 0n) !== scaled(total)) faults.push('its lines do not make its total');
  const rest = scaled(outstanding);
  if (posted !== (status !== 'draft')) faults.push(posted ? 'a draft has a posting' : 'its posting is missing');
  if (hasCreditNote !== (status === 'void')) faults.push(hasCreditNote ? 'a credit note voided it' : 'its credit note is missing');
  if ((status === 'paid' || status === 'void') !== (rest === 0n) && status !== 'draft')
    faults.push(rest === 0n ? 'its postings cover it' : `${outstanding} of it is not covered by postings`);
  if (rest < 0n || rest > scaled(total)) faults.push('its postings exceed it');
  if (status === 'issued' && rest !== scaled(total)) faults.push('a part of it is paid');
  return faults;
}
