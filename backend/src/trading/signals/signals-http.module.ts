import { Module } from '@nestjs/common';
import { UsersModule } from '../../club/users/index.js';
import { VenuesModule } from '../venues/index.js';
import { AmendmentsAdminController } from './http/amendments-admin.controller.js';
import { SignalDraftsModule } from './drafts/signal-drafts.module.js';
import { DraftsAdminController } from './http/drafts-admin.controller.js';
import { PositionSizeController } from './http/position-size.controller.js';
import { SignalMarksController } from './http/signal-marks.controller.js';
import { SignalPageController } from './http/signal-page.controller.js';
import { SignalReceiptsAdminController } from './http/signal-receipts-admin.controller.js';
import { SignalsAdminController } from './http/signals-admin.controller.js';
import { SignalsV1Controller } from './http/signals.v1.controller.js';
import { SignalMarkRepository } from './marks/signal-mark.repository.js';
import { SignalMarksService } from './marks/signal-marks.service.js';
import { SignalDetailReader } from './signal-detail.reader.js';
import { PositionSizeService } from './position-size.service.js';
import { SignalsModule } from './signals.module.js';

@Module({
  imports: [SignalsModule, SignalDraftsModule, UsersModule, VenuesModule],
  providers: [PositionSizeService, SignalMarkRepository, SignalMarksService, SignalDetailReader],
  controllers: [
    SignalsV1Controller,
    SignalPageController,
    PositionSizeController,
    SignalMarksController,
    DraftsAdminController,
    SignalsAdminController,
    AmendmentsAdminController,
    SignalReceiptsAdminController,
  ],
})
export class SignalsHttpModule {}
