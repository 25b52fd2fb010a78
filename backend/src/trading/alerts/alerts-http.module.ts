import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts.module.js';
import { AccountAlertsController } from './http/account-alerts.controller.js';
import { AlertsController } from './http/alerts.controller.js';

@Module({ imports: [AlertsModule], controllers: [AlertsController, AccountAlertsController] })
export class AlertsHttpModule {}
