import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Role } from '../../common/domain/index.js';
import { UnsubscribeTokens, type MailTopic } from './unsubscribe-tokens.js';

export interface Preferences {
  news: boolean;
  signals: boolean;
}
const USUAL: Preferences = { news: true, signals: false };

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

  async of(userId: string, em: EntityManager = this.em): Promise<Preferences> {
    const [row] = await em.execute<Preferences[]>('select news, signals from mail_preferences where user_id = ?', [userId]);
    return row ?? USUAL;
  }

  /** What is not named stays as it is. Returns what holds now. */
  choose({ userId, role }: Chooser, wish: Partial<Preferences>): Promise<Preferences> {
    return this.em.transactional(async (em) => {
      if (await this.write(em, userId, wish)) await this.audit.record(em, { action: 'mail.preferences', actorId: userId, actorRole: role, targetType: 'user', targetId: userId, detail: { ...wish } });
      return this.of(userId, em);
    });
  }

  /** Which mails an unsubscribe link ends; null: it is not one of ours. */
  topicOf(token: string): MailTopic | null {
    return this.tokens.read(token)?.topic ?? null;
  }

  /** Ends mails of its topic for whoever the link was made for, as often as it is opened. Null: the link is not ours. */
  async unsubscribe(token: string): Promise<MailTopic | null> {
    const reader = this.tokens.read(token);
    if (!reader) return null;
    const { userId, topic } = reader;
    await this.em.transactional(async (em) => {
      if (!(await this.write(em, userId, { [topic]: false }))) return;
      await this.audit.record(em, { action: 'mail.unsubscribe', actorId: null, actorRole: null, targetType: 'user', targetId: userId, detail: { topic } });
    });
    return topic;
  }

  /** False where it was so before, and where there is no such user any more. */
  private async write(em: EntityManager, userId: string, { news, signals }: Partial<Preferences>): Promise<boolean> {
    const changed = await em.execute<unknown[]>(
      `insert into mail_preferences (user_id, news, signals) select id, coalesce(?::boolean, ${USUAL.news}), coalesce(?::boolean, ${USUAL.signals}) from users where id = ?
       on conflict (user_id) do update set news = coalesce(?::boolean, mail_preferences.news), signals = coalesce(?::boolean, mail_preferences.signals), updated_at = now()
         where (mail_preferences.news, mail_preferences.signals) <> (coalesce(?::boolean, mail_preferences.news), coalesce(?::boolean, mail_preferences.signals)) returning 1`,
      [news, signals, userId, news, signals, news, signals].map((value) => value ?? null),
    );
    return changed.length > 0;
  }
}
