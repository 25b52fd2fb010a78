import { Module } from '@nestjs/common';
import { LimitsAdminController } from './http/limits-admin.controller.js';
import { PublicConfigController } from './http/public-config.controller.js';
import { LimitsReader } from './limits.reader.js';
import { VenuesModule } from './venues.module.js';

@Module({
  imports: [VenuesModule],
  controllers: [LimitsAdminController, PublicConfigController],
  providers: [LimitsReader],
})
export class VenuesHttpModule {}
