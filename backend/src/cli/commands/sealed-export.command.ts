import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, AuditModule } from '../../audit/index.js';
import { InvalidInput } from '../../common/domain/index.js';
import { defineCommand } from '../command.js';
import type { SealedLogin } from '../sealed-login.js';

interface Row {
  id: string;
  user_id: string;
  platform: string;
  exchange_login: Buffer | null;
}

export const command = defineCommand({
  summary: "Writes a member's exchange sign-in, still sealed, for sealed:open on the offline machine",
  options: { email: { value: 'ADDRESS', required: true, help: 'the member' } },
  modules: () => Promise.resolve([AuditModule]),
  async run({ options, get }) {
    const em = get(EntityManager);
    const [row] = await em.execute<Row[]>(
      `select k.id, k.user_id, k.platform, k.exchange_login from kyc_submissions k join users u on u.id = k.user_id
        where lower(u.email) = lower(?) and k.exchange_login_given order by k.submitted_at desc, k.id desc limit 1`,
      [options.email.trim()],
    );
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
