import { useEffect, useEffectEvent, useRef } from 'react';
import { type PlainId, t } from './i18n/texts';
import { listenLive } from './live';
import { useLiveRuns } from './live-runs';
import { notify } from './notify';
import { queryClient } from './query-client';
import { checkSession, currentSession } from './session';
import type { Profile } from './wire/profile';
import type { LiveAccountWire } from './wire/types';

/** While an admin is to decide something, the page also looks by itself: a connection may be refused or lost. */
const WATCH_MILLISECONDS = 60_000;

const isChange = (data: Record<string, unknown> | null): data is Record<string, unknown> & LiveAccountWire =>
  data !== null && typeof data['changed'] === 'string' && typeof data['state'] === 'string';

type DecisionId = Extract<PlainId, `shell.live.${string}`>;

const decisions: Record<string, Partial<Record<string, readonly ['success' | 'info', DecisionId]>>> = {
  kyc: {
    approved: ['success', 'shell.live.kyc.approved'],
    rejected: ['info', 'shell.live.kyc.rejected'],
  },
  'kyc-document': { asked: ['info', 'shell.live.kyc-document.asked'] },
  payment: {
    approved: ['success', 'shell.live.payment.approved'],
    rejected: ['info', 'shell.live.payment.rejected'],
  },
  'exchange-key': {
    invalid: ['info', 'shell.live.exchange-key.invalid'],
    too_powerful: ['info', 'shell.live.exchange-key.too_powerful'],
  },
  mandate: {
    starting: ['success', 'shell.live.mandate.starting'],
    declined: ['info', 'shell.live.mandate.declined'],
    active: ['success', 'shell.live.mandate.active'],
    ended: ['info', 'shell.live.mandate.ended'],
  },
  redemption: {
    acknowledged: ['success', 'shell.live.redemption.acknowledged'],
    settled: ['success', 'shell.live.redemption.settled'],
  },
  'club-share': { decided: ['info', 'shell.live.club-share.decided'] },
};

const ofKey: readonly string[] = ['my-sync', 'exchange-key'];
const ofSync: readonly string[] = [...ofKey, 'wallet', 'history'];

const readAgain = (keys: readonly string[]) => {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
};

/**
 * The member's own account as it changes elsewhere: decisions, the key, the mandate, finished syncs, new figures. What is shown is read
 * again; decisions are said.
 */
export function useLiveAccount({ userId, kycStatus, paymentStatus }: Profile): void {
  useEffect(() => {
    const reviews = () => {
      checkSession();
      readAgain(['my-kyc', 'my-payment']);
    };
    const everything = () => {
      reviews();
      readAgain([...ofSync, 'portfolio', 'fund', 'club-share']);
    };
    const stops = [
      listenLive({
        topic: 'account',
        onEvent(data) {
          if (!isChange(data)) return everything();
          if (data.userId !== userId) return;
          say(data);
          if (data.changed === 'exchange-key') readAgain(ofKey);
          else if (data.changed === 'erasure') readAgain(['my-erasure']);
          else if (data.changed === 'mandate' || data.changed === 'redemption') readAgain(['fund']);
          else if (data.changed === 'club-share') readAgain(['club-share']);
          else reviews();
        },
        onResync: everything,
      }),
      listenLive({ topic: 'portfolio', onEvent: () => readAgain(['portfolio']), onResync: () => undefined }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [userId]);
  useLiveRuns(() => readAgain(ofSync));

  const waits = kycStatus === 'pending' || paymentStatus === 'pending';
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(checkSession, WATCH_MILLISECONDS);
    return () => clearInterval(timer);
  }, [waits]);
}

/** Once: the page that sent something knows already, and so does one that has read the profile since. */
function say({ changed, state }: LiveAccountWire): void {
  const session = currentSession();
  if (session.status !== 'signed-in') return;
  const known = changed === 'kyc' ? session.profile.kycStatus : changed === 'payment' ? session.profile.paymentStatus : null;
  const words = decisions[changed]?.[state];
  if (words && known !== state) notify[words[0]](t(words[1]));
}

/** Calls `onSignal` for each new signal, while this member may see signals. */
export function useLiveSignals(open: boolean, onSignal: () => void): void {
  const told = useEffectEvent(onSignal);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!open) return;
    return listenLive({
      topic: 'signals',
      onEvent(data) {
        readAgain(['signals']);
        const id = typeof data?.['id'] === 'string' ? data['id'] : null;
        if (id === null || id === last.current || data?.['change'] !== 'published') return;
        last.current = id;
        told();
      },
      onResync: () => readAgain(['signals']),
    });
  }, [open]);
}
