import { Injectable, Logger } from '@nestjs/common';
import { ExchangeDown, ExchangeError, ExchangeGateway, KeyRejected, type Credentials, type ExchangeClient, type KeyRights, type Venue } from '../port/index.js';

export type KeyCheck =
  | { outcome: 'ok'; uid: string | null; rights: KeyRights; warnings: string[] }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'too-powerful'; rights: string[] }
  | { outcome: 'unreachable' };

/** Somebody waits for this answer with a form in their hands. */
const MAX_WAIT_MS = 5000;
const PATIENCE_MS = 15_000;

/** Shows a key to its exchange: does it work, and may it do no more than read (exchange.md section 3)? */
@Injectable()
export class KeyChecker {
  private readonly log = new Logger('Exchange');

  constructor(private readonly gateway: ExchangeGateway) {}

  /** Never rejects for anything the exchange does: whatever is no clear answer is `unreachable`. */
  async check(venue: Venue, credentials: Credentials): Promise<KeyCheck> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const tooLate = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new ExchangeDown('no answer in time')), { once: true }));
    const asked = this.gateway.open(venue, credentials, { lane: 'urgent', maxWaitMs: MAX_WAIT_MS, signal }).then(checkKey);
    try {
      return await Promise.race([asked, tooLate]);
    } catch (error) {
      if (error instanceof KeyRejected) return { outcome: 'refused', reason: error.reason };
      if (!(error instanceof ExchangeError)) throw error;
      this.log.warn({ err: error }, 'a key could not be checked');
      return { outcome: 'unreachable' };
    }
  }
}

/** Rejects with an ExchangeError where there is no answer. */
export async function checkKey(client: ExchangeClient): Promise<Exclude<KeyCheck, { outcome: 'unreachable' }>> {
  const rights = await client.keyRights();
  if (rights.excessive.length > 0) return { outcome: 'too-powerful', rights: rights.excessive };
  if (!rights.canRead) return { outcome: 'refused', reason: 'the key is not allowed to read' };
  const { uid } = await client.account();
  const warnings = rights.restrictedByAddress ? [] : ['The key works from any address. Restricting it to ours at the exchange makes it useless to anybody else'];
  return { outcome: 'ok', uid, rights, warnings };
}
