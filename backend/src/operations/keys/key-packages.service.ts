import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { OfflineSeal, sealWithPassphrase } from '../../platform/crypto/index.js';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { packageContext, packedKeys, type KeyPackage } from './key-package.schema.js';

/** Puts the keys into a file that may be kept where the backups are not. */
@Injectable()
export class KeyPackagesService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly offline: OfflineSeal,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Under the passphrase; without one, to the offline public key. Throws InvalidInput. */
  async write(file: string, passphrase: string | undefined): Promise<KeyPackage> {
    const id = randomUUID();
    const text = JSON.stringify(packedKeys(this.config));
    const sealed =
      passphrase === undefined
        ? this.offline.seal(text, packageContext(id))
        : await sealWithPassphrase(text, passphrase, packageContext(id));
    if (!sealed)
      throw InvalidInput.field('passphrase-file', 'There is no OFFLINE_SEAL_PUBLIC_KEY to seal the keys to: give --passphrase-file');
    const keys = [...this.config.keyring.keys.keys()];
    const made: KeyPackage = {
      format: 1,
      id,
      madeAt: this.clock.now().toISOString(),
      keys,
      sealedFor: passphrase === undefined ? 'offline-key' : 'passphrase',
      sealed: sealed.toString('base64'),
    };
    await this.em.fork().transactional(async (em) => {
      await this.audit.record(em, {
        action: 'keys.export',
        actorId: null,
        actorRole: null,
        targetType: 'key-package',
        targetId: id,
        detail: { keys, sealedFor: made.sealedFor },
      });
      try {
        writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx', flush: true });
      } catch (error) {
        throw InvalidInput.field('to', `${file} cannot be made: ${(error as NodeJS.ErrnoException).code}`);
      }
    });
    return made;
  }
}
