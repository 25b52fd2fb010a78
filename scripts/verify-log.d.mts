export interface LogHead {
  number: number;
  size: number;
  root: string;
  signedAt: string;
  signature: string;
  keyId: string;
  /** Absent from heads that are older than this field. */
  audit?: { count: number; hash: string };
}

export interface TellingLeaf {
  index: number;
  kind: string;
  hash: string;
  at: string;
  content?: string;
  nonce?: string;
}

export interface ToldLog {
  format: string;
  keys: { id: string; publicKey: string }[];
  size: number;
  head: LogHead | null;
}

export interface LogSource {
  log(): Promise<ToldLog>;
  heads(from: number, limit: number): Promise<LogHead[]>;
  leaves(from: number, limit: number): Promise<TellingLeaf[]>;
  consistency?(from: number, to: number): Promise<{ path: string[] }>;
  inclusion?(index: number, size: number): Promise<{ path: string[] }>;
}

/** What a leaf says; null while it is committed to alone. */
export type LeafContent = { [field: string]: unknown } | null;

export interface CheckedLeaf extends Omit<TellingLeaf, 'content'> {
  content: LeafContent;
}

export interface LogCheck {
  faults: string[];
  keys: ToldLog['keys'];
  heads: LogHead[];
  leaves: CheckedLeaf[];
  head: LogHead | null;
  signed: number;
  revealed: number;
}

/** What a member saved of a signal: leaves with what they commit to. */
export interface Receipt {
  format: string;
  entries: Required<TellingLeaf>[];
}

export interface CheckedEntry {
  index: number;
  at: string;
  hash: string;
  /** Sentences; with any, what it says is not told, and no head. */
  faults: string[];
  content: LeafContent;
  /** The newest one, which vouches for it; null: none yet. */
  head: LogHead | null;
}

export interface ReceiptCheck {
  entries: CheckedEntry[];
  faults: string[];
}

export interface Progress {
  leaves: number;
  of: number;
}

export interface LogDump {
  log: ToldLog;
  heads: LogHead[];
  leaves: TellingLeaf[];
}

export function checkLog(
  source: LogSource,
  options?: { seen?: LogHead | null; progress?: (progress: Progress) => void },
): Promise<LogCheck>;
export function readReceipt(text: string): Receipt;
export function checkReceipt(receipt: Receipt, report: LogCheck, source?: Pick<LogSource, 'inclusion'>): Promise<ReceiptCheck>;
export function findLeaves(leaves: readonly CheckedLeaf[], wanted: string): CheckedLeaf[];
export function isIncluded(claim: {
  hash: Uint8Array;
  index: number;
  size: number;
  root: Uint8Array;
  path: readonly Uint8Array[];
}): Promise<boolean>;
export function isConsistent(claim: {
  from: number;
  to: number;
  fromRoot: Uint8Array;
  toRoot: Uint8Array;
  path: readonly Uint8Array[];
}): Promise<boolean>;
export function committedHash(nonce: Uint8Array, content: string): Promise<Uint8Array>;
export function headText(head: LogHead): string;
export function hexOf(bytes: Uint8Array): string;
export function overHttp(site: string, get?: typeof fetch): LogSource;
export function dumpOf(source: LogSource): Promise<LogDump>;
export function fromDump(dump: LogDump): LogSource;
