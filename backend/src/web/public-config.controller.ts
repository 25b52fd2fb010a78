import { Controller, Get } from '@nestjs/common';
import { Access, answer } from '../common/http/index.js';
import { AppConfig } from '../config/index.js';
import { venueProfiles } from '../exchange/index.js';
import type { Answer, PublicConfigWire } from '../wire/index.js';

@Controller('public')
export class PublicConfigController {
  constructor(private readonly config: AppConfig) {}

  @Get('config')
  @Access('public')
  read(): Answer<PublicConfigWire> {
    return answer('Settings of this site', {
      exchange: this.config.exchange.kind,
      developmentMailbox: this.config.developmentMailbox,
      minimumPasswordLength: 12,
      platforms: this.config.exchange.venues.map((id) => ({ id, ...venueProfiles[id] })),
      egressAddress: this.config.egressAddress ?? null,
    });
  }
}
