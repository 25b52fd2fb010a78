import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, AuditModule } from '../../audit/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import { defineCommand } from '../command.js';
import { findSealedLogin } from '../operator.query.js';
import type { SealedLogin } from '../sealed-login.schema.js';

export const command = defineCommand({
  summary: "Writes a member's exchange sign-in, still sealed, for sealed:open on the offline machine",
  options: { email: { value: 'ADDRESS', required: true, help: 'the member' } },
  modules: () => Promise.resolve([AuditModule]),
  async run({ options, get }) {
    const em = get(EntityManager);
    const row = await findSealedLogin(em, options.email.trim());
    if (!row) throw InvalidInput.field('email', `No exchange sign-in of ${options.email} was given`);
    if (!row.exchange_login)
      throw InvalidInput.field(
        'email',
        `The exchange sign-in of ${options.email} was not kept: there was no OFFLINE_SEAL_PUBLIC_KEY when it was given`,
      );
    await get(AuditLog).record(em, {
      action: 'kyc.export-sealed-login',
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: row.user_id,
      detail: { submissionId: row.id },
    });
    const data: SealedLogin = {
      submissionId: row.id,
      userId: row.user_id,
      platform: row.platform,
      sealed: row.exchange_login.toString('base64'),
    };
    // The file for the other machine is the same, with --json or without.
    return { data, lines: [JSON.stringify(data)] };
  },
});
