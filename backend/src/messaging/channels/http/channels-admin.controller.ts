import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { AddressListRepository } from '../console/address-list.repository.js';
import { ChannelHealthService } from '../console/channel-health.service.js';
import { addressListRules } from './channels-admin.dto.js';
import { presentAddress, presentHealth } from './channels-admin.presenter.js';

/** How the channels are doing, and whom they reach, for the console. */
@ApiTags('admin')
@Controller('admin')
@Access('system.read')
export class ChannelsAdminController {
  constructor(
    private readonly health: ChannelHealthService,
    private readonly addresses: AddressListRepository,
  ) {}

  @Get('channels')
  @ApiOperation({ summary: 'Queue, tries, blocks and addresses of each channel' })
  async channels() {
    return answer('Channels', (await this.health.read()).map(presentHealth));
  }

  @Get('channel-addresses')
  @ApiOperation({ summary: 'Linked accounts, devices and webhooks, without their addresses' })
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, addressListRules);
    const { rows, total } = await this.addresses.findPage(parsed);
    return listAnswer('channel-addresses', { rows: rows.map(presentAddress), total }, parsed.offset);
  }
}
