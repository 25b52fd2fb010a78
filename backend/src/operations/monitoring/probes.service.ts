import { Injectable } from '@nestjs/common';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { VenueClocks, venueProfiles, type Venue } from '../../trading/venues/index.js';
import { MailProbe } from '../../messaging/mail/index.js';

export interface ProbeResult {
  reachable: boolean;
  /** From asking to the answer, or to giving up. */
  milliseconds: number;
  /** What went wrong, in a sentence; null where nothing did. */
  problem: string | null;
  at: Date;
}

export interface VenueProbeResult extends ProbeResult {
  venue: Venue;
  name: string;
  /** Ours minus the exchange's; null where it gave no answer. */
  clockDifferenceMs: number | null;
  /** So far apart that the exchange may refuse our requests. */
  clockOff: boolean;
}

const LONGEST_MS = 8_000;
/** Exchanges take hardly any request from the future, and none that is some seconds old. */
const CLOCK_OFF_MS = 1_000;

/** Asks, when somebody wants to know, whether the mail server and the exchanges answer. Nothing is sent and no key is used. */
@Injectable()
export class ProbesService {
  constructor(
    private readonly limits: RateLimits,
    private readonly config: AppConfig,
    private readonly mailServer: MailProbe,
    private readonly clocks: VenueClocks,
  ) {}

  /** Throws TooMany. */
  async mail(adminId: string): Promise<ProbeResult> {
    await this.limits.consume('probeAdmin', adminId);
    return timed((signal) => this.mailServer.greet(signal));
  }

  /** Every exchange that members may bring a key of, side by side. Throws TooMany. */
  async exchanges(adminId: string): Promise<VenueProbeResult[]> {
    await this.limits.consume('probeAdmin', adminId);
    return Promise.all(this.config.exchange.venues.map((venue) => this.exchange(venue)));
  }

  private async exchange(venue: Venue): Promise<VenueProbeResult> {
    const tries: { took: number; difference: number }[] = [];
    const result = await timed(async (signal) => {
      // Twice: the first may have to open a connection, which says nothing about a clock.
      for (let n = 0; n < 2; n++) tries.push(await this.ask(venue, signal));
    });
    const [quickest] = tries.toSorted((one, other) => one.took - other.took);
    const difference = result.reachable && quickest ? quickest.difference : null;
    return {
      venue,
      name: venueProfiles[venue].name,
      ...result,
      milliseconds: result.reachable && quickest ? quickest.took : result.milliseconds,
      clockDifferenceMs: difference,
      clockOff: difference !== null && Math.abs(difference) > CLOCK_OFF_MS,
    };
  }

  private async ask(venue: Venue, signal: AbortSignal): Promise<{ took: number; difference: number }> {
    const before = Date.now();
    const told = await this.clocks.now(venue, { lane: 'urgent', maxWaitMs: 3_000, signal });
    const after = Date.now();
    return { took: after - before, difference: Math.round((before + after) / 2 - told.getTime()) };
  }
}

/** Ends after eight seconds, whatever the other side does. */
async function timed(act: (signal: AbortSignal) => Promise<unknown>): Promise<ProbeResult> {
  const at = new Date();
  const begun = performance.now();
  const signal = AbortSignal.timeout(LONGEST_MS);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${LONGEST_MS / 1000} seconds`)), { once: true }),
  );
  const took = () => Math.round(performance.now() - begun);
  try {
    await Promise.race([act(signal), late]);
    return { reachable: true, milliseconds: took(), problem: null, at };
  } catch (error) {
    return { reachable: false, milliseconds: took(), problem: sentence(error), at };
  }
}

const sentence = (error: unknown) =>
  ((error as { message?: string }).message || 'unknown failure').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, 300);
