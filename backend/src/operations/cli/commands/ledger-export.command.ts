import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AccountingModule, ledgerFormats, ledgerPeriod, LedgerExportService } from '../../../money/accounting/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import { parseWith, type MadeFile } from '../../../platform/http/index.js';
import { defineCommand, Misuse } from '../command.js';

export const command = defineCommand({
  summary: 'Writes the general journal of a period for accountants: a table, or the format that hledger and Ledger read',
  options: {
    from: { value: 'DAY', required: true, help: 'first day, UTC, like 2026-11-01' },
    to: { value: 'DAY', required: true, help: 'last day, included; 400 days at most' },
    format: { value: 'FORMAT', required: true, help: 'csv or journal' },
    out: { value: 'FILE', required: true, help: 'new file, readable by you alone' },
  },
  modules: () => Promise.resolve([AccountingModule]),
  async run({ options, get }) {
    const format = ledgerFormats.find((known) => known === options.format);
    if (!format) throw new Misuse('--format is csv or journal');
    const period = parseWith(ledgerPeriod, { from: options.from, to: options.to });
    const bytes = await write(await get(LedgerExportService).forOperator(format, period), options.out);
    return {
      data: { ...period, format, file: options.out, bytes },
      lines: [`${options.out} holds the ledger from ${period.from} to ${period.to}: ${bytes} bytes`],
    };
  },
});

/** A failure leaves no file, and one that is there already stays as it is. */
async function write({ content }: MadeFile, file: string): Promise<number> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  let isOurs = false;
  out.once('open', () => (isOurs = true));
  try {
    await pipeline(content, out);
    return out.bytesWritten;
  } catch (error) {
    if (isOurs) await rm(file, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === 'open' ? InvalidInput.field('out', `${file} cannot be made: ${code}`) : error;
  }
}
