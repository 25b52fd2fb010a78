import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Role } from '../../common/domain/index.js';
import { ConsentLog, type Consenter } from '../../consents/index.js';
import { UnsubscribeTokens, type MailTopic } from './unsubscribe-tokens.js';

export interface Preferences {
  news: boolean;
  signals: boolean;
}
const USUAL: Preferences = { news: true, signals: false };

/** What a switch is an agreement to. */
const purposes = { news: 'marketing-mail', signals: 'signal-mail' } as const;
const topics = ['news', 'signals'] as const;

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
    private readonly consents: ConsentLog,
  ) {}

  async of(userId: string, em: EntityManager = this.em): Promise<Preferences> {
    const [row] = await em.execute<Preferences[]>('select news, signals from mail_preferences where user_id = ?', [userId]);
    return row ?? USUAL;
  }

  /** What is not named stays as it is. Returns what holds now. */
  choose({ userId, role }: Chooser, wish: Partial<Preferences>, userAgent: string | null): Promise<Preferences> {
    return this.em.transactional(async (em) => {
      const before = await this.held(em, userId);
      const changed = await this.write(em, userId, wish);
      const now = await this.of(userId, em);
      if (!changed) return now;
      await this.audit.record(em, {
        action: 'mail.preferences',
        actorId: userId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { ...wish },
      });
      await this.proveChoice(em, { userId, userAgent }, before, now);
      return now;
    });
  }

  /** Which mails an unsubscribe link ends; null: it is not one of ours. */
  topicOf(token: string): MailTopic | null {
    return this.tokens.read(token)?.topic ?? null;
  }

  /** Ends mails of its topic for whoever the link was made for, as often as it is opened. Null: the link is not ours. */
  async unsubscribe(token: string, userAgent: string | null): Promise<MailTopic | null> {
    const reader = this.tokens.read(token);
    if (!reader) return null;
    const { userId, topic } = reader;
    await this.em.transactional(async (em) => {
      if (!(await this.write(em, userId, { [topic]: false }))) return;
      await this.audit.record(em, {
        action: 'mail.unsubscribe',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: userId,
        detail: { topic },
      });
      await this.consents.ended(em, { userId, userAgent }, purposes[topic], 'unsubscribe link');
    });
    return topic;
  }

  /** Locked, so that of two choices at once each finds what the other made. */
  private async held(em: EntityManager, userId: string): Promise<Preferences> {
    await em.execute('select 1 from users where id = ? for no key update', [userId]);
    return this.of(userId, em);
  }

  private async proveChoice(em: EntityManager, who: Consenter, before: Preferences, now: Preferences): Promise<void> {
    for (const topic of topics) {
      if (before[topic] !== now[topic]) await this.consents.chose(em, who, purposes[topic], now[topic] ? 'given' : 'withdrawn');
    }
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
