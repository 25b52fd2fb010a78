import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Role } from '../../platform/domain/index.js';
import { ConsentLogRepository, consentedEmails, type Consenter } from '../../club/consents/index.js';
import type { MemberPreferences } from './member-dispatch.rules.js';
import { NotificationPolicy } from './notification-policy.service.js';
import { NotificationPreferenceRepository } from './notification-preference.repository.js';
import { layersOf, optionalEmails, preferenceOf } from './notification-table.rules.js';
import type { ChoiceKind, NotificationChannel, NotificationKind, NotificationValue, QuietHours } from './notification.types.js';
import { UnsubscribeTokens, type EmailTopic } from './unsubscribe-tokens.service.js';

interface Chooser {
  userId: string;
  role: Role;
}

/** `value` null: back to the default. */
export interface PreferenceChange {
  kind: ChoiceKind;
  channel: NotificationChannel;
  value: NotificationValue | null;
}

export interface SettingsChange {
  preferences?: readonly PreferenceChange[] | undefined;
  /** Null: none any more. */
  quietHours?: QuietHours | null | undefined;
}

const NOBODY: MemberPreferences = { isPaying: false, choices: [], quietHours: null };

/** Reads and changes what members are told about, and where. */
@Injectable()
export class NotificationPreferences {
  constructor(
    private readonly em: EntityManager,
    private readonly preferences: NotificationPreferenceRepository,
    private readonly policy: NotificationPolicy,
    private readonly audit: AuditLog,
    private readonly tokens: UnsubscribeTokens,
    private readonly consents: ConsentLogRepository,
  ) {}

  async of(userId: string): Promise<MemberPreferences> {
    return (await this.preferences.find(userId)) ?? NOBODY;
  }

  /** Makes the changes in their order and keeps the rest. Returns what holds then. */
  change(
    { userId, role }: Chooser,
    { preferences = [], quietHours }: SettingsChange,
    { userAgent, language }: Omit<Consenter, 'userId'>,
  ): Promise<MemberPreferences> {
    return this.em.transactional(async (em) => {
      const before = (await this.preferences.lock(em, userId)) ?? NOBODY;
      for (const { kind, channel, value } of preferences) {
        if (value === null) await this.preferences.remove(em, userId, kind, channel);
        else await this.preferences.put(em, userId, [{ kind, channel, value }]);
      }
      if (quietHours === null) await this.preferences.removeQuietHours(em, userId);
      else if (quietHours) await this.preferences.putQuietHours(em, userId, quietHours);
      const now = (await this.preferences.find(userId, em)) ?? NOBODY;
      if (isSame(before, now)) return now;
      await this.audit.record(em, {
        action: 'notifications.change',
        actorId: userId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { preferences: [...preferences], ...(quietHours !== undefined && { quietHours }) },
      });
      for (const kind of consentedEmails) {
        const isOn = this.getsEmail(now, kind);
        if (this.getsEmail(before, kind) !== isOn)
          await this.consents.chose(em, { userId, userAgent, language }, kind, isOn ? 'given' : 'withdrawn');
      }
      return now;
    });
  }

  /** Returns the topic of an unsubscribe link, null if the link is invalid. */
  topicOf(token: string): EmailTopic | null {
    return this.tokens.read(token)?.topic ?? null;
  }

  /** Returns whom an unsubscribe link was sent to, null if the link is invalid. */
  readerOf(token: string): string | null {
    return this.tokens.read(token)?.userId ?? null;
  }

  /**
   * Turns off the kind of email that an unsubscribe link is about, and nothing else; may be repeated. Returns null if the link is invalid.
   */
  async unsubscribe(token: string, userAgent: string | null): Promise<EmailTopic | null> {
    const link = this.tokens.read(token);
    if (!link) return null;
    const { userId, topic, kinds, only } = link;
    await this.em.transactional(async (em) => {
      const before = await this.preferences.lock(em, userId);
      const isOpen = (held: MemberPreferences, kind: NotificationKind) =>
        only === null ? layersOf(kind, 'email', {}, held.choices).own !== 'off' : this.emailValue(held, kind) === only;
      const chosen = kinds.filter((kind) => before && isOpen(before, kind));
      if (!before || chosen.length === 0) return;
      await this.preferences.turnOff(em, userId, chosen);
      await this.audit.record(em, {
        action: 'mail.unsubscribe',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: userId,
        detail: { topic },
      });
      await this.endConsents(em, { userId, userAgent }, before, chosen, 'unsubscribe link');
    });
    return topic;
  }

  /** Turns every optional email off, in the transaction of an erasure request. */
  async endEmails(tx: EntityManager, userId: string): Promise<void> {
    const before = await this.preferences.lock(tx, userId);
    if (!before) return;
    await this.preferences.turnOff(tx, userId, optionalEmails);
    await this.endConsents(tx, { userId, userAgent: null }, before, optionalEmails, 'request to be erased');
  }

  private async endConsents(
    tx: EntityManager,
    who: Omit<Consenter, 'language'>,
    before: MemberPreferences,
    kinds: readonly NotificationKind[],
    how: string,
  ): Promise<void> {
    for (const kind of consentedEmails)
      if (kinds.includes(kind) && this.getsEmail(before, kind)) await this.consents.ended(tx, who, kind, how);
  }

  private getsEmail(held: MemberPreferences, kind: NotificationKind): boolean {
    return this.emailValue(held, kind) !== 'off';
  }

  private emailValue({ isPaying, choices }: MemberPreferences, kind: NotificationKind): NotificationValue {
    return preferenceOf(kind, 'email', isPaying, layersOf(kind, 'email', this.policy.club, choices))?.value ?? 'off';
  }
}

/** Of two reads of one member: the order of the choices says nothing. */
function isSame(before: MemberPreferences, now: MemberPreferences): boolean {
  const key = ({ choices, quietHours }: MemberPreferences) =>
    JSON.stringify([choices.map(({ kind, channel, value }) => `${kind} ${channel} ${value}`).toSorted(), quietHours]);
  return key(before) === key(now);
}
