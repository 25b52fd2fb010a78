import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { receiptSorts, SignalReceiptReader } from '../signal-receipt-reader.js';
import { presentReceipt } from './signal-receipts.presenter.js';

const RESOURCE = 'signal-receipts';
const listRules = {
  sortable: receiptSorts,
  filters: { userId: z.uuid('userId must be an id'), signalId: z.uuid('signalId must be an id') },
};

/** The console's face of who was shown which signal: read, never written by hand. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
@Access('admin')
export class SignalReceiptsAdminController {
  constructor(private readonly receipts: SignalReceiptReader) {}

  @Get()
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.receipts.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentReceipt), total }, parsed.offset);
  }
}
