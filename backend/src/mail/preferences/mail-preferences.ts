import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Role } from '../../common/domain/index.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

export interface Preferences {
  news: boolean;
}

interface Chooser {
  userId: string;
  role: Role;
}

/** Which mails a user wants beside those about their own account. */
@Injectable()
export class MailPreferences {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  async of(userId: string): Promise<Preferences> {
    const [row] = await this.em.execute<Preferences[]>('select news from mail_preferences where user_id = ?', [userId]);
    return row ?? { news: true };
  }

  /** Returns what holds now. */
  choose({ userId, role }: Chooser, { news }: Preferences): Promise<Preferences> {
    return this.em.transactional(async (em) => {
      if (await this.write(em, userId, news)) await this.audit.record(em, { action: 'mail.preferences', actorId: userId, actorRole: role, targetType: 'user', targetId: userId, detail: { news } });
      return { news };
    });
  }

  /** Whether an unsubscribe link is one of ours. */
  knows(token: string): boolean {
    return this.tokens.read(token) !== null;
  }

  /** Ends news for whoever the link was made for, as often as it is opened. False: the link is not ours. */
  async unsubscribe(token: string): Promise<boolean> {
    const reader = this.tokens.read(token);
    if (!reader) return false;
    await this.em.transactional(async (em) => {
      if (await this.write(em, reader.userId, false)) await this.audit.record(em, { action: 'mail.unsubscribe', actorId: null, actorRole: null, targetType: 'user', targetId: reader.userId });
    });
    return true;
  }

  /** False where it was so before, and where there is no such user any more. */
  private async write(em: EntityManager, userId: string, news: boolean): Promise<boolean> {
    const changed = await em.execute<unknown[]>(
      `insert into mail_preferences (user_id, news) select id, ? from users where id = ?
       on conflict (user_id) do update set news = excluded.news, updated_at = now() where mail_preferences.news <> excluded.news returning 1`,
      [news, userId],
    );
    return changed.length > 0;
  }
}
