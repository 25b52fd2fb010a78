import type { LogHeadWire, LogInclusionWire, LogKeyWire, LogLeafWire } from '../../../platform/wire/index.js';
import type { LogKey } from '../log-keys.service.js';
import type { LogHead } from '../log.repository.js';
import type { LogLeaf } from '../log.reader.js';
import type { Inclusion } from '../log-tree.service.js';

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export function presentKey({ id, publicKey }: LogKey): LogKeyWire {
  return { id, algorithm: 'ECDSA-P256-SHA256', publicKey: base64(publicKey) };
}

export function presentHead({ number, size, root, signedAt, signature, keyId, audit }: LogHead): LogHeadWire {
  return {
    number,
    size,
    root: base64(root),
    signedAt: signedAt.toISOString(),
    signature: base64(signature),
    keyId,
    ...(audit && { audit: { count: audit.count, hash: base64(audit.hash) } }),
  };
}

export function presentLeaf({ index, kind, hash, at, revealed }: LogLeaf): LogLeafWire {
  return {
    index,
    kind,
    hash: base64(hash),
    at: at.toISOString(),
    ...(revealed && { content: revealed.content, nonce: base64(revealed.nonce) }),
  };
}

export function presentInclusion({ index, size, hash, root, path }: Inclusion): LogInclusionWire {
  return { index, size, hash: base64(hash), root: base64(root), path: path.map(base64) };
}
