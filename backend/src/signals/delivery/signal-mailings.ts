import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox, SignalReaders, UnsubscribeTokens } from '../../mail/index.js';
import { METHODOLOGY } from '../scorer/scored-signals.js';
import { finalStatuses } from '../scorer/signal-score.entity.js';
import { SignalReader } from '../signal-reader.js';
import { SignalStories } from '../signal-stories.js';
import type { Occasion } from './signal-mailing.entity.js';
import { amendedWords, endedWords, publishedWords, type SignalWords } from './signal-words.js';

/** What is older is no news: nobody is written to about it. */
const NEWS_HOURS = 24;
/** Members who are looked at in one transaction. */
export const BATCH = 100;
/** Letters about signals that wait to be sent, before more are written: other letters stand in the same line. */
const MOST_WAITING = 100;

interface Mailing {
  subjectId: string;
  what: Occasion;
  signalId: string;
  afterUser: string | null;
}

const recent = (at: string) => `${at} > now() - interval '${NEWS_HOURS} hours'`;
const final = finalStatuses.map((status) => `'${status}'`).join(', ');

/** Whoever ended it by hand has said so already where it was never filled. */
const saidBefore = `c.status = 'expired_unfilled' and exists (select 1 from signal_amendments a where a.signal_id = c.signal_id and a.kind in ('cancel', 'close_now'))`;

const noteNews = `insert into signal_mailings (subject_id, what, signal_id)
  select n.subject_id, n.what, n.signal_id from (
    select id as subject_id, 'published' as what, id as signal_id, published_at as at from signals where ${recent('published_at')}
    union all select id, 'amended', signal_id, at from signal_amendments where ${recent('at')}
    union all select c.signal_id, 'ended', c.signal_id, c.closed_at from signal_scores c where c.methodology = ${METHODOLOGY} and ${recent('c.closed_at')} and c.status in (${final}) and not (${saidBefore})
  ) n where not exists (select 1 from signal_mailings m where m.subject_id = n.subject_id and m.what = n.what)
  order by n.at, n.subject_id on conflict do nothing`;

/** Writes letters about signals to whoever wants them: a row for each occasion, that says how far its letters are written, so that a worker goes on where another one died. */
@Injectable()
export class SignalMailings {
  constructor(
    private readonly em: EntityManager,
    private readonly reader: SignalReader,
    private readonly stories: SignalStories,
    private readonly readers: SignalReaders,
    private readonly outbox: MailOutbox,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** Notes what has happened since the last time. */
  async note(): Promise<void> {
    await this.em.execute(noteNews);
  }

  /** Writes the next letters of one occasion. False: there is nothing to write, or enough waits to be sent. */
  writeSome(): Promise<boolean> {
    return this.em.transactional(async (em) => {
      const [mailing] = await em.execute<Mailing[]>(
        `select subject_id as "subjectId", what, signal_id as "signalId", after_user as "afterUser" from signal_mailings where finished_at is null order by noted_at, subject_id, what limit 1 for update skip locked`,
      );
      if (!mailing || (await this.isFull(em))) return false;
      const { ids, last } = await this.readers.after(em, mailing.afterUser, BATCH);
      const words = ids.length > 0 ? await this.wordsOf(mailing, em) : null;
      for (const userId of words ? ids : []) {
        const data = { ...words!, signalId: mailing.signalId, unsubscribeUrl: this.tokens.linkFor(userId, 'signals') };
        await this.outbox.queue(em, {
          letter: 'signal',
          to: userId,
          data,
          dedupeKey: `signal:${mailing.what}:${mailing.subjectId}:${userId}`,
        });
      }
      await em.execute(
        `update signal_mailings set after_user = ?::uuid, queued = queued + ?, finished_at = case when ?::uuid is null then now() end where subject_id = ? and what = ?`,
        [last, words ? ids.length : 0, last, mailing.subjectId, mailing.what],
      );
      return true;
    });
  }

  private async isFull(em: EntityManager): Promise<boolean> {
    const waiting = await em.execute<unknown[]>(
      `select 1 from mail_deliveries d join outbox o on o.id = d.outbox_id where d.letter = 'signal' and d.sent_at is null and d.refused_at is null and o.dead_at is null limit ${MOST_WAITING}`,
    );
    return waiting.length === MOST_WAITING;
  }

  /** Null: there is nothing to say of it any more. */
  private async wordsOf({ what, subjectId, signalId }: Mailing, em: EntityManager): Promise<SignalWords | null> {
    const [story] = await this.stories.of([await this.reader.one(signalId, em)], em);
    if (what === 'published') return publishedWords(story!);
    if (what === 'ended') return story!.outcome && endedWords(story!, story!.outcome);
    const amendment = story!.amendments.find(({ id }) => id === subjectId);
    return amendment ? amendedWords(story!, amendment) : null;
  }
}
