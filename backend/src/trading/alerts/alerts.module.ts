import { Module } from '@nestjs/common';
import { VenuesModule } from '../venues/index.js';
import { AccountAlertRepository } from './account-alert.repository.js';
import { AccountAlertsService } from './account-alerts.service.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsService } from './alerts.service.js';

@Module({
  imports: [VenuesModule],
  providers: [AlertRepository, AlertsService, AccountAlertRepository, AccountAlertsService],
  exports: [AlertsService, AccountAlertsService],
})
export class AlertsModule {}
