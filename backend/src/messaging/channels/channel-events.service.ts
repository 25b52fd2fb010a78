import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { audienceOfEvent, type AnnouncedKind } from './announced-kinds.rules.js';
import { ChannelEventRepository } from './channel-event.repository.js';

/** A change to announce, in the transaction that makes it. */
export interface SubjectChange {
  kind: AnnouncedKind;
  subjectId: string;
  /** Under the kind, in the message. Its members are snake case; decimals are text, times ISO 8601. */
  data: Readonly<Record<string, unknown>>;
  at: Date;
  /** It needs no sound. */
  isSilent?: boolean;
  /** Nothing is delivered afterwards. */
  expiresAt: Date;
}

/** Announces signals, their changes and analyses to those who may see signals, on every channel that carries the kind. */
@Injectable()
export class ChannelEvents {
  constructor(private readonly events: ChannelEventRepository) {}

  /** Stores the event in the transaction of `tx`: it is delivered if, and only if, that commits. Call it last, since it takes a lock. */
  async announce(tx: EntityManager, { kind, subjectId, data, at, isSilent = false, expiresAt }: SubjectChange): Promise<void> {
    await this.events.insert(tx, {
      kind,
      subjectId,
      audience: audienceOfEvent(kind),
      payload: (revision) => messageOf(kind, at, { ...data, revision }),
      isSilent,
      expiresAt,
    });
  }
}

/** The message of an event, as Standard Webhooks asks for it. */
export function messageOf(type: string, at: Date, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
