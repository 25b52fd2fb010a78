/** What the text of a notice needs: codes, names, decimals and ISO dates as text. Nothing that has to be sealed. */
export type NoticeFacts = Readonly<Record<string, string>>;

/** A notice to write. */
export interface NewNotice {
  userId: string;
  /** `invoice-paid` */
  kind: string;
  facts: NoticeFacts;
  /** A second notice to the member with the same key is dropped. */
  dedupeKey: string;
}

/** Kinds of items that are for many members. */
export const clubKinds = ['signal.published', 'signal.changed', 'signal.ended', 'analysis', 'broadcast'] as const;
export type ClubKind = (typeof clubKinds)[number];

/** Who reads, and whether they may see signals now. */
export interface NoticeReader {
  userId: string;
  seesSignals: boolean;
}

/** The place of an item in the list: newest first by time, then by id. */
export interface NoticePosition {
  /** Microseconds since 1970. */
  micros: bigint;
  id: string;
}

/** A line of the list, from whichever table. */
export interface NoticeItem {
  position: NoticePosition;
  kind: string;
  facts: NoticeFacts;
  at: Date;
  isRead: boolean;
}
