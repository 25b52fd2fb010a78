import type { AuditChainWire, AuditEventWire, FileViewWire } from '../../../platform/wire/index.js';
import type { AuditView, FileView } from '../audit-event.repository.js';
import type { ChainState } from '../chain-state.service.js';

/** A record of `audit-events`. */
export function presentEvent({ at, ...event }: AuditView): AuditEventWire {
  return { ...event, at: at.toISOString() };
}

const iso = (date: Date | null) => date?.toISOString() ?? null;
const link = (one: { seq: string; at: Date } | null) => one && { seq: one.seq, at: one.at.toISOString() };

export function presentChain({ sealed, anchored, waiting, waitingSince, verified, asked }: ChainState): AuditChainWire {
  return {
    sealed: link(sealed),
    anchored: link(anchored),
    waiting,
    waitingSince: iso(waitingSince),
    verified: verified && { ...verified, at: verified.at.toISOString(), until: iso(verified.until) },
    asked: iso(asked),
  };
}

export function presentFileView({ viewedAt, purpose }: FileView): FileViewWire {
  return { viewedAt: viewedAt.toISOString(), purpose };
}
