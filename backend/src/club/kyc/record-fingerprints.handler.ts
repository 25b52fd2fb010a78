import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { SealBroken } from '../../platform/crypto/index.js';
import { defineJob, HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ObjectMissing } from '../../platform/storage/index.js';
import { DocumentHashesService } from '../files/index.js';
import { KycFingerprintRepository, type WaitingDocument } from './kyc-fingerprint.repository.js';
import { KycFingerprintsService } from './kyc-fingerprints.service.js';

const MINUTE_MS = 60_000;
/** Between two searches for documents without a row, which read all submissions: only an earlier release leaves some. */
const SEARCH_MS = 10 * MINUTE_MS;
const BATCH = 20;
/** In one run, so that other jobs of the queue have their turn. */
const MAX_DOCUMENTS = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const recordFingerprints = defineJob({
  name: 'kyc.record-fingerprints',
  // A page of a PDF can take seconds, which must not delay the jobs that schedule syncs.
  queue: 'outbox',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: MINUTE_MS, payload: {} },
});

/** Computes the fingerprints of documents that were sent before there were any, and of PDFs, which take too long while a member waits. */
@Injectable()
@HandlesJob(recordFingerprints)
export class RecordFingerprintsHandler implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Kyc');
  #searchAt = 0;

  constructor(
    private readonly fingerprints: KycFingerprintRepository,
    private readonly service: KycFingerprintsService,
    private readonly hashes: DocumentHashesService,
  ) {}

  async handle(): Promise<void> {
    if (Date.now() >= this.#searchAt) {
      await this.fingerprints.addMissing();
      this.#searchAt = Date.now() + SEARCH_MS;
    }
    let after = FIRST_ID;
    for (let done = 0; done < MAX_DOCUMENTS;) {
      const batch = await this.fingerprints.findWaiting(after, BATCH);
      for (const document of batch) await this.service.record(document, await this.hashOf(document));
      if (batch.length < BATCH) return;
      after = batch.at(-1)!.fileId;
      done += batch.length;
    }
  }

  /** An error of the file store ends the run: the next one begins where this one stopped. */
  private async hashOf({ fileId: id, ...file }: WaitingDocument): Promise<Buffer | null | 'unreadable'> {
    try {
      return await this.hashes.hashOf({ id, ...file });
    } catch (error) {
      if (!(error instanceof SealBroken || error instanceof ObjectMissing)) throw error;
      this.log.error({ err: error, fileId: id }, 'a document cannot be compared with others');
      return 'unreadable';
    }
  }
}
