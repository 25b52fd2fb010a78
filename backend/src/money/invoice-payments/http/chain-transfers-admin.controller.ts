import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import type { TransferKey } from '../../chain/index.js';
import { ChainTransferReaderRepository } from '../chain-transfer-reader.repository.js';
import { transferIdParam, transferListRules } from './chain-transfers.dto.js';
import { presentListedTransfer } from './chain-transfers.presenter.js';

const RESOURCE = 'chain-transfers';

/** Payments on chain in the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class ChainTransfersAdminController {
  constructor(private readonly transfers: ChainTransferReaderRepository) {}

  @Get()
  @Access('payments.read')
  @ApiOperation({ summary: 'Payments on chain to our addresses' })
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, transferListRules);
    const { rows, total } = await this.transfers.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentListedTransfer), total }, parsed.offset);
  }

  @Get(':id')
  @Access('payments.read')
  @ApiOperation({ summary: 'One payment on chain, by chain:txid:position' })
  async one(@Param('id', { schema: transferIdParam }) key: TransferKey) {
    const transfer = await this.transfers.findOne(key);
    if (!transfer) throw new NotFound('payment on chain');
    return presentListedTransfer(transfer);
  }
}
