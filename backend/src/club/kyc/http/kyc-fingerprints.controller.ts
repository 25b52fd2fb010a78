import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import { KycFingerprintsService } from '../kyc-fingerprints.service.js';
import { KycRecordsReader } from './kyc-records.reader.js';

const submissionId = idParam('KYC submission');
const numberBody = z.strictObject({
  number: z.string('Type the number of the identity document').max(100, 'The number can have up to 100 characters'),
});

/** What documents are recognised by when they are sent again. */
@ApiTags('admin')
@Controller('admin/kyc-reviews')
export class KycFingerprintsController {
  constructor(
    private readonly fingerprints: KycFingerprintsService,
    private readonly records: KycRecordsReader,
  ) {}

  @Post(':id/document-number')
  @HttpCode(200)
  @Access('kyc.decide')
  async recordNumber(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: submissionId }) id: string,
    @Body({ schema: numberBody }) { number }: z.output<typeof numberBody>,
  ) {
    await this.fingerprints.recordNumber(userId, id, number);
    return answer('Where the documents were seen before', await this.records.seenBefore(id));
  }
}
