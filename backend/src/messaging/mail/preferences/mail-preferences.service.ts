import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import type { Role } from '../../../platform/domain/index.js';
import { ConsentLogRepository, type Consenter } from '../../../club/consents/index.js';
import { MailPreferenceRepository, type Preferences } from './mail-preference.repository.js';
import { UnsubscribeTokens, type MailTopic } from './unsubscribe-tokens.service.js';

/** The consent that each preference gives. */
const purposes = { news: 'marketing-mail', signals: 'signal-mail' } as const;
const topics = ['news', 'signals'] as const;

interface Chooser {
  userId: string;
  role: Role;
}

/** Reads and changes which optional mails a user wants. */
@Injectable()
export class MailPreferences {
  constructor(
    private readonly em: EntityManager,
    private readonly preferences: MailPreferenceRepository,
    private readonly audit: AuditLog,
    private readonly tokens: UnsubscribeTokens,
    private readonly consents: ConsentLogRepository,
  ) {}

  of(userId: string): Promise<Preferences> {
    return this.preferences.find(userId);
  }

  /** Changes the given preferences and keeps the others. Returns the new ones. */
  choose(
    { userId, role }: Chooser,
    chosen: Partial<Preferences>,
    { userAgent, language }: Omit<Consenter, 'userId'>,
  ): Promise<Preferences> {
    return this.em.transactional(async (em) => {
      const before = await this.preferences.lock(em, userId);
      const changed = await this.preferences.save(em, userId, chosen);
      const now = await this.preferences.find(userId, em);
      if (!changed) return now;
      await this.audit.record(em, {
        action: 'mail.preferences',
        actorId: userId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { ...chosen },
      });
      await this.recordConsents(em, { userId, userAgent, language }, before, now);
      return now;
    });
  }

  /** Returns the topic of an unsubscribe link, null if the link is invalid. */
  topicOf(token: string): MailTopic | null {
    return this.tokens.read(token)?.topic ?? null;
  }

  /** Unsubscribes the user of a link from its topic; may be repeated. Returns null if the link is invalid. */
  async unsubscribe(token: string, userAgent: string | null): Promise<MailTopic | null> {
    const reader = this.tokens.read(token);
    if (!reader) return null;
    const { userId, topic } = reader;
    await this.em.transactional(async (em) => {
      if (!(await this.preferences.save(em, userId, { [topic]: false }))) return;
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

  private async recordConsents(em: EntityManager, who: Consenter, before: Preferences, now: Preferences): Promise<void> {
    for (const topic of topics) {
      if (before[topic] !== now[topic]) await this.consents.chose(em, who, purposes[topic], now[topic] ? 'given' : 'withdrawn');
    }
  }
}
