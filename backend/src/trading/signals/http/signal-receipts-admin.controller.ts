import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { receiptSorts, SignalReceiptRepository } from '../signal-receipt.repository.js';
import { presentReceipt } from './signal-receipts.presenter.js';

const RESOURCE = 'signal-receipts';
const listRules = {
  sortable: receiptSorts,
  filters: { userId: z.uuid('userId must be an id'), signalId: z.uuid('signalId must be an id') },
};

/** Which member was shown which signal, for the console. Read-only. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
@Access('signals.read')
export class SignalReceiptsAdminController {
  constructor(private readonly receipts: SignalReceiptRepository) {}

  @Get()
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.receipts.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentReceipt), total }, parsed.offset);
  }
}
