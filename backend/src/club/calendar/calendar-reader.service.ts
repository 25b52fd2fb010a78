import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { mayTakePart } from './calendar-readers.policy.js';
import { CalendarReaderRepository, type CalendarQuery, type ListedEvent } from './calendar-reader.repository.js';

/** An event as one reader gets it. */
export interface ReadableEvent extends Omit<ListedEvent, 'joinUrl' | 'recordingUrl' | 'capacity' | 'taken'> {
  /** The reader may sign up for events and read what is for members. */
  mayTakePart: boolean;
  /** Null: any number, or not for this reader. */
  capacity: number | null;
  placesLeft: number | null;
  hasRecording: boolean;
}

export interface ReadableDetails extends ReadableEvent {
  /** Null: for members who paid. */
  description: string | null;
  /** Null: there is no link, the reader has not signed up, or the event is over. */
  joinUrl: string | null;
  recordingUrl: string | null;
}

/** Published and cancelled events, for visitors and members. */
@Injectable()
export class CalendarReader {
  constructor(private readonly events: CalendarReaderRepository) {}

  /** `reader` null: a visitor. Returns at most `limit` events, and whether there are more. */
  async page(reader: Actor | null, query: CalendarQuery): Promise<{ events: ReadableEvent[]; hasMore: boolean }> {
    const isMember = mayTakePart(reader);
    const found = await this.events.findPage(reader?.userId ?? null, !isMember, { ...query, limit: query.limit + 1 });
    return { events: found.slice(0, query.limit).map((event) => readable(event, isMember)), hasMore: found.length > query.limit };
  }

  /** Throws NotFound, also for an event that is not for this reader. */
  async read(reader: Actor | null, slug: string): Promise<ReadableDetails> {
    const isMember = mayTakePart(reader);
    const found = await this.events.findBySlug(reader?.userId ?? null, !isMember, slug);
    if (!found) throw new NotFound('event');
    return {
      ...readable(found, isMember),
      description: isMember ? found.description : null,
      joinUrl: joinUrlOf(found, isMember),
      recordingUrl: isMember && found.isOver ? found.recordingUrl : null,
    };
  }

  /** Returns the events that a member signed up for. */
  async signedUp(reader: Actor): Promise<(ListedEvent & { joinUrl: string | null })[]> {
    const isMember = mayTakePart(reader);
    return (await this.events.findForFile(reader.userId)).map((event) => ({ ...event, joinUrl: joinUrlOf(event, isMember) }));
  }
}

const joinUrlOf = ({ joinUrl, isGoing, isOver, state }: ListedEvent, isMember: boolean) =>
  isMember && isGoing && !isOver && state === 'published' ? joinUrl : null;

function readable({ joinUrl: _join, recordingUrl, capacity, taken, ...same }: ListedEvent, isMember: boolean): ReadableEvent {
  return {
    ...same,
    mayTakePart: isMember,
    capacity: isMember ? capacity : null,
    placesLeft: isMember && capacity !== null ? Math.max(0, capacity - taken) : null,
    hasRecording: same.isOver && recordingUrl !== null,
  };
}
