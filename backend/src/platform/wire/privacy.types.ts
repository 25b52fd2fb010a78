/** Requests of members about their own data (security section 6). */

export type ExportStateWire = 'queued' | 'running' | 'ready' | 'failed' | 'expired';

/** GET and POST /me/export: the latest export. */
export interface DataExportWire {
  id: string;
  state: ExportStateWire;
  /** Percent. */
  progress: number;
  /** The current step, as text. */
  step: string | null;
  byteSize: number | null;
  failure: string | null;
  requestedAt: string;
  readyAt: string | null;
  /** From then on the file is gone. */
  expiresAt: string | null;
}

/** POST /me/export/link: where the file can be fetched within five minutes, in this session. */
export interface ExportLinkWire {
  url: string;
}

export type ErasureStateWire = 'restricted' | 'withdrawn' | 'refused' | 'completed';

/** Something that is not erased at once. */
export interface KeptDataWire {
  what: string;
  why: string;
  /** In words: it counts from the end of the membership. */
  until: string;
}

/** GET, POST and DELETE /me/erasure */
export interface ErasureWire {
  /** The latest request; null: none yet. */
  request: ErasureRequestWire | null;
  /** What a request deletes at once. */
  erasedAtOnce: string[];
  kept: KeptDataWire[];
  /** The right to complain, which every answer names. */
  complaint: string;
}

export interface ErasureRequestWire {
  id: string;
  state: ErasureStateWire;
  requestedAt: string;
  answerDueAt: string;
  endedAt: string | null;
  /** Why it was refused. */
  reason: string | null;
}

/**
 * `erasure-requests`; sorts `requestedAt`, `state`; filters `id`, `q`, `state`, `userId`. Action: POST {id}/decide with {decision,
 * reason?}.
 */
export interface ErasureReviewWire extends ErasureRequestWire {
  userId: string;
  fullName: string;
  email: string;
  membership: string;
  decidedBy: string | null;
  decidedByName: string | null;
  /** Decisions that are open now. */
  may: ('complete' | 'refuse')[];
  /** What was deleted at once and what is kept, as shown to the member. */
  erasedAtOnce: string[];
  kept: KeptDataWire[];
  historyUntil: string | null;
  historyErasedAt: string | null;
  identityUntil: string | null;
  identityErasedAt: string | null;
}
