import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import type { TransferKey } from '../../chain/index.js';
import { ChainTransferReaderRepository } from '../chain-transfer-reader.repository.js';
import { TransferResolutionService, type Resolver } from '../transfer-resolution.service.js';
import {
  bookBody,
  closeBody,
  existing,
  previewQuery,
  transferIdOrNull,
  transferIdParam,
  transferListRules,
} from './chain-transfers.dto.js';
import { presentListedTransfer, presentPreview } from './chain-transfers.presenter.js';

const RESOURCE = 'chain-transfers';

/** Payments on chain in the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class ChainTransfersAdminController {
  constructor(
    private readonly transfers: ChainTransferReaderRepository,
    private readonly resolutions: TransferResolutionService,
  ) {}

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

  @Get(':id/booking')
  @Access('payments.decide')
  @ApiOperation({ summary: 'What booking the payment for an invoice would do' })
  async preview(
    @Param('id', { schema: transferIdParam }) key: TransferKey,
    @Query({ schema: previewQuery }) { invoice }: z.output<typeof previewQuery>,
  ) {
    return presentPreview(await this.resolutions.preview(key, invoice));
  }

  @Post(':id/book')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  @ApiOperation({ summary: 'Books the payment for an invoice' })
  async book(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: transferIdOrNull }) id: TransferKey | null,
    @Body({ schema: bookBody }) { invoice, value }: z.output<typeof bookBody>,
  ) {
    const key = existing(id);
    await this.resolutions.book(key, invoice, value, resolverOf(actor));
    return answer('The payment is booked', await this.one(key));
  }

  @Post(':id/return')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  @ApiOperation({ summary: 'Records that the money went back to its sender' })
  async markReturned(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: transferIdOrNull }) id: TransferKey | null,
    @Body({ schema: closeBody }) { note }: z.output<typeof closeBody>,
  ) {
    const key = existing(id);
    await this.resolutions.markReturned(key, note, resolverOf(actor));
    return answer('The payment is marked as returned', await this.one(key));
  }

  @Post(':id/dismiss')
  @HttpCode(200)
  @Access('payments.decide')
  @StepUp('recent')
  @ApiOperation({ summary: 'Records that there is nothing to do about the payment' })
  async dismiss(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: transferIdOrNull }) id: TransferKey | null,
    @Body({ schema: closeBody }) { note }: z.output<typeof closeBody>,
  ) {
    const key = existing(id);
    await this.resolutions.dismiss(key, note, resolverOf(actor));
    return answer('The payment is closed', await this.one(key));
  }
}

const resolverOf = ({ userId, role }: Actor): Resolver => ({ actorId: userId, actorRole: role });
