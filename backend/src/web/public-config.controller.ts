import { Controller, Get } from '@nestjs/common';
import { Access, answer } from '../common/http/index.js';
import { AppConfig } from '../config/index.js';
import type { Answer, PublicConfigWire } from '../wire/index.js';
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
