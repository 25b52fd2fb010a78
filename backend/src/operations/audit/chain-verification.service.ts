import { access } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { anchorsIn } from './anchor-file.reader.js';
import type { Anchor } from './audit-anchors.service.js';
import { isVerificationDue } from './audit-chain.repository.js';
import { AuditLog } from './audit-log.service.js';
import { AuditVerifierService, type ChainReport } from './audit-verifier.service.js';

/** The outbox kind that StartVerification serves. */
export const START_VERIFICATION = 'audit.start-verification';
/** What was found stands in the log itself: where nobody can change it afterwards. */
export const VERIFIED = 'audit.verify';
export const VERIFICATION_ASKED = 'audit.verify-ask';

/** What a verification found, as it stands in the detail of its event. */
export type Finding = Pick<ChainReport, 'sealed' | 'head' | 'anchors' | 'heads'> & { fault: string | null; message: string | null };

/** Verifies the chain in a worker, once a day or on request, and records the result. */
@Injectable()
export class ChainVerificationService {
  private readonly log = new Logger('Audit');

  constructor(
    private readonly orm: MikroORM,
    private readonly config: AppConfig,
    private readonly verifier: AuditVerifierService,
    private readonly audit: AuditLog,
  ) {}

  async runWhereDue(): Promise<void> {
    if (await isVerificationDue(this.orm.em.fork(), VERIFIED)) await this.run();
  }

  async run(): Promise<void> {
    const { sealed, head, anchors, heads, firstBreak } = await this.verifier.verify(await this.outside());
    if (firstBreak) this.log.error({ chain: firstBreak }, 'the audit chain is broken');
    const finding: Finding = { sealed, head, anchors, heads, fault: firstBreak?.fault ?? null, message: firstBreak?.message ?? null };
    await this.audit.record(this.orm.em.fork(), { action: VERIFIED, actorId: null, actorRole: null, detail: { ...finding } });
  }

  /** The anchors that the database cannot reach; a file that no anchor was written to yet is an empty one. */
  private async outside(): Promise<AsyncIterable<Anchor> | Iterable<Anchor>> {
    const { auditAnchorFile } = this.config;
    if (!auditAnchorFile) return [];
    try {
      await access(auditAnchorFile);
    } catch {
      this.log.warn('AUDIT_ANCHOR_FILE cannot be read: the chain is compared with the anchors of the database alone');
      return [];
    }
    return anchorsIn(auditAnchorFile);
  }
}
