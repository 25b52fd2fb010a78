/**
 * The transparency log, for everybody. Bytes are base64, times ISO 8601 with milliseconds. `docs/transparency.md` says how each is checked.
 */

/** Data of GET /log */
export interface LogWire {
  /** Prefix of the signed text; `tidemark.log/v1` for heads without an audit log. */
  format: 'tidemark.log/v2';
  /** Newest first: the first key signs, the others signed earlier heads. */
  keys: LogKeyWire[];
  /** Number of leaves; the newest head may cover fewer. */
  size: number;
  /** Null until the first is signed. */
  head: LogHeadWire | null;
}

export interface LogKeyWire {
  /** SHA-256 of the key's SPKI, in hex. */
  id: string;
  algorithm: 'ECDSA-P256-SHA256';
  /** SPKI */
  publicKey: string;
}

/** Data of GET /log/heads: ordered by number, from 1. */
export interface LogHeadWire {
  number: number;
  size: number;
  root: string;
  signedAt: string;
  /**
   * r and s, 32 bytes each, over the lines `tidemark.log/v2`, number, size, root, signedAt, audit.count, audit.hash, with a line feed
   * between them; without `audit` over `tidemark.log/v1`, number, size, root, signedAt.
   */
  signature: string;
  keyId: string;
  /** Number of sealed events in the audit log, and the hash of the last one. Absent from heads older than this field. */
  audit?: { count: number; hash: string };
}

/** Data of GET /log/leaves: in order of their indexes, from 0. */
export interface LogLeafWire {
  index: number;
  kind: string;
  hash: string;
  at: string;
  /** Both, once the signal has ended: SHA-256(0x00 | SHA-256(nonce | content in UTF-8)) is the hash. */
  content?: string;
  nonce?: string;
}

/**
 * Data of GET /signals/{id}/receipt, and the content of a receipt file: what the leaves commit to, for users who may see it before its
 * publication.
 */
export interface LogReceiptWire {
  format: 'tidemark.receipt/v1';
  /** In log order: the signal, then its amendments. Empty for signals older than the log. */
  entries: Required<LogLeafWire>[];
}

/** Data of GET /log/proof/inclusion */
export interface LogInclusionWire {
  index: number;
  size: number;
  hash: string;
  root: string;
  path: string[];
}

/** Data of GET /log/proof/consistency */
export interface LogConsistencyWire {
  from: number;
  to: number;
  path: string[];
}
