import { Controller, Get } from '@nestjs/common';
import { Access, answer } from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import type { Answer, PublicConfigWire } from '../../../platform/wire/index.js';
import { publicConfig } from './public-config.presenter.js';

@Controller('public')
export class PublicConfigController {
  constructor(private readonly config: AppConfig) {}

  @Get('config')
  @Access('public')
  read(): Answer<PublicConfigWire> {
    return answer('Settings of this site', publicConfig(this.config));
  }
}
