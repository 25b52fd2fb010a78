import type { AuditEventWire, FileViewWire } from '../../wire/index.js';
import type { AuditView, FileView } from '../audit-events.js';

/** A record of `audit-events`. */
export function presentEvent({ at, ...event }: AuditView): AuditEventWire {
  return { ...event, at: at.toISOString() };
}

export function presentFileView({ viewedAt, purpose }: FileView): FileViewWire {
  return { viewedAt: viewedAt.toISOString(), purpose };
}
