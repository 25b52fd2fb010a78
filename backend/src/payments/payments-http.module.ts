import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { PaymentsAdminController } from './http/payments-admin.controller.js';
import { PaymentsV1Controller } from './http/payments.v1.controller.js';
import { PaymentsModule } from './payments.module.js';

@Module({ imports: [PaymentsModule, FilesModule], controllers: [PaymentsV1Controller, PaymentsAdminController] })
export class PaymentsHttpModule {}
