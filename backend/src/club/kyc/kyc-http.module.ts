import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { KycAdminController } from './http/kyc-admin.controller.js';
import { KycFingerprintsController } from './http/kyc-fingerprints.controller.js';
import { KycQueueController } from './http/kyc-queue.controller.js';
import { KycRecordsReader } from './http/kyc-records.reader.js';
import { KycV1Controller } from './http/kyc.v1.controller.js';
import { KycModule } from './kyc.module.js';

@Module({
  imports: [KycModule, FilesModule, ReviewsModule],
  providers: [KycRecordsReader],
  controllers: [KycV1Controller, KycQueueController, KycFingerprintsController, KycAdminController],
})
export class KycHttpModule {}
