import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts.module.js';
import { AlertsController } from './http/alerts.controller.js';

@Module({ imports: [AlertsModule], controllers: [AlertsController] })
export class AlertsHttpModule {}
