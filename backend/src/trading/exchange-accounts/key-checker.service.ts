import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import {
  VenueUnavailable,
  ExchangeError,
  ExchangeGateway,
  KeyRejected,
  RightsUnclear,
  type ClientOptions,
  type Credentials,
  type ExchangeClient,
  type KeyRefusal,
  type KeyRights,
  type Venue,
} from '../venues/index.js';
import { keyWarnings } from './key-warnings.js';

/** A definite result about a key. */
export type KeyAnswer =
  | { outcome: 'ok'; uid: string | null; rights: KeyRights }
  | { outcome: 'refused'; reason: KeyRefusal }
  | { outcome: 'too-powerful'; rights: string[] };

/** `futures`: whether the key reaches futures data; null: unknown. */
type Accepted = Extract<KeyAnswer, { outcome: 'ok' }> & { futures: boolean | null; warnings: string[] };

/** unclear: the exchange answered, but its description of the key's rights is not understood. */
export type KeyCheck = Accepted | Exclude<KeyAnswer, { outcome: 'ok' }> | { outcome: 'unclear' } | { outcome: 'unreachable' };

/** Who waits for a check: a person with an open form, or nobody. It decides the timeouts. */
export type Waiter = 'person' | 'nobody';

const timeouts: Record<Waiter, Pick<ClientOptions, 'lane' | 'maxWaitMs'> & { wholeMs: number; futuresMs: number }> = {
  person: { lane: 'urgent', maxWaitMs: 5000, wholeMs: 15_000, futuresMs: 4000 },
  nobody: { lane: 'interactive', maxWaitMs: 20_000, wholeMs: 60_000, futuresMs: 15_000 },
};

/** Checks with the exchange whether a key works and can only read (exchange.md section 3). */
@Injectable()
export class KeyCheckerService {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly gateway: ExchangeGateway,
    private readonly config: AppConfig,
  ) {}

  /** Never rejects for anything the exchange does; without an answer the outcome is `unreachable`. Takes up to 15 s for a person. */
  async check(venue: Venue, credentials: Credentials, waiter: Waiter = 'person'): Promise<KeyCheck> {
    const { lane, maxWaitMs, wholeMs, futuresMs } = timeouts[waiter];
    const signal = AbortSignal.timeout(wholeMs);
    const tooLate = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new VenueUnavailable('no answer in time')), { once: true }),
    );
    const asked = this.gateway.open(venue, credentials, { lane, maxWaitMs, signal }).then(async (client): Promise<KeyCheck> => {
      const answer = await checkKey(client);
      if (answer.outcome !== 'ok') return answer;
      const futures = await reachesFutures(client, futuresMs);
      return { ...answer, futures, warnings: keyWarnings({ ...answer.rights, futuresAvailable: futures }, this.config.egressAddress) };
    });
    try {
      return await Promise.race([asked, tooLate]);
    } catch (error) {
      if (error instanceof KeyRejected) return { outcome: 'refused', reason: error.reason };
      if (error instanceof RightsUnclear) {
        this.log.error({ err: error, venue }, 'the rights of a key were not understood');
        return { outcome: 'unclear' };
      }
      if (!(error instanceof ExchangeError)) throw error;
      this.log.warn({ err: error, venue }, 'a key could not be checked');
      return { outcome: 'unreachable' };
    }
  }
}

/** Reads a key's rights and uid. Rejects with an ExchangeError without an answer, and with RightsUnclear for one that is not understood. */
export async function checkKey(client: ExchangeClient): Promise<KeyAnswer> {
  const rights = await client.keyRights();
  if (rights.excessive.length > 0) return { outcome: 'too-powerful', rights: rights.excessive };
  if (!rights.canRead) return { outcome: 'refused', reason: 'the key is not allowed to read' };
  const { uid } = await client.account();
  return { outcome: 'ok', uid, rights };
}

/** Returns whether the key reads futures data; null if unknown. A refusal there does not make the key invalid (exchange.md section 2). */
async function reachesFutures(client: ExchangeClient, withinMs: number): Promise<boolean | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), withinMs)));
  const asked = client.futuresAccount().then(
    () => true,
    (error: unknown) => {
      if (error instanceof KeyRejected) return false;
      if (error instanceof ExchangeError) return null;
      throw error;
    },
  );
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
