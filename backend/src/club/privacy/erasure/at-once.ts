import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ConsentLog } from '../../consents/index.js';
import { KeyStorage } from '../../../trading/exchange/index.js';

/** What a request erases in the transaction that stores it. */
@Injectable()
export class AtOnce {
  constructor(
    private readonly storage: KeyStorage,
    private readonly consents: ConsentLog,
  ) {}

  /** Erases, and returns where the bytes of the picture are kept: they go once the transaction of `em` has committed. */
  async erase(em: EntityManager, userId: string): Promise<string[]> {
    // First, as a review locks them: the submission, then the user.
    await em.execute(`update kyc_submissions set exchange_login = null where user_id = ? and exchange_login is not null`, [userId]);
    const accountId = await this.storage.removeKey(em, userId);
    if (accountId !== null) {
      await em.execute(
        `update sync_runs set state = 'failed', finished_at = now(), error = 'Its owner asked to be erased' where account_id = ? and state in ('queued', 'running')`,
        [accountId],
      );
    }
    await em.execute(`update users set phone_number = '', image_file_id = null, referred_by_id = null, updated_at = now() where id = ?`, [
      userId,
    ]);
    await this.endMail(em, userId);
    await em.execute(
      `insert into mail_preferences (user_id, news) values (?, false) on conflict (user_id) do update set news = false, signals = false, updated_at = now()`,
      [userId],
    );
    const pictures = await em.execute<{ storage_key: string }[]>(
      `delete from files where user_id = ? and purpose = 'profile-image' returning storage_key`,
      [userId],
    );
    return pictures.map(({ storage_key }) => storage_key);
  }

  private async endMail(em: EntityManager, userId: string): Promise<void> {
    const [wanted] = await em.execute<{ news: boolean; signals: boolean }[]>(
      'select news, signals from mail_preferences where user_id = ?',
      [userId],
    );
    const who = { userId, userAgent: null };
    if (wanted?.news ?? true) await this.consents.ended(em, who, 'marketing-mail', 'request to be erased');
    if (wanted?.signals) await this.consents.ended(em, who, 'signal-mail', 'request to be erased');
  }
}
