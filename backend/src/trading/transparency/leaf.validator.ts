import { canonicalJson, type CanonicalValue } from '../../platform/domain/canonical-json.rules.js';
import { committedHash } from './leaf.js';
import type { LogContent, LogSubject } from './log-subjects.port.js';
import type { StoredLeaf } from './log.repository.js';

export interface LeafFindings {
  faults: string[];
  recordedLater: boolean;
  /** Hash of the leaf's content. */
  hash: Buffer;
}

/** Checks a leaf by itself, against the leaf before it, and against the current row of its subject. */
export function leafFaults(leaf: StoredLeaf, before: StoredLeaf | null, told: LogSubject | undefined): LeafFindings {
  const hash = committedHash(leaf.nonce, leaf.content);
  const faults: string[] = [];
  if (!hash.equals(leaf.hash)) faults.push('its hash is not that of its content and nonce');
  if (before && leaf.at <= before.at)
    faults.push(`its time (${leaf.at.toISOString()}) is not after that of the leaf before it (${before.at.toISOString()})`);
  const content = parsed(leaf.content);
  if (!content) return { faults: [...faults, 'its content is no canonical JSON'], recordedLater: false, hash };
  const { recordedLater, recordedAt, ...said } = content;
  const [moment, name] = recordedLater === true ? [recordedAt, 'recorded'] : [said['publishedAt'] ?? said['at'], 'told'];
  if (moment !== leaf.at.toISOString())
    faults.push(`its content says that it was ${name} at ${text(moment)}, the leaf was appended at ${leaf.at.toISOString()}`);
  if (said['kind'] !== leaf.kind) faults.push(`its content is of the kind ${text(said['kind'])}, the leaf says ${leaf.kind}`);
  if (said['id'] !== leaf.subjectId) faults.push(`its content is about ${text(said['id'])}, the leaf says ${leaf.subjectId}`);
  if ((said['signalId'] ?? said['id']) !== leaf.signalId)
    faults.push(`its content belongs to the signal ${text(said['signalId'] ?? said['id'])}, the leaf says ${leaf.signalId}`);
  faults.push(
    ...(told
      ? differences(said, told.content).map(
          (field) => `${field} is ${text(told.content[field])} in the row of ${leaf.subjectId} and was logged as ${text(said[field])}`,
        )
      : [`${leaf.subjectId} is gone from its table`]),
  );
  return { faults, recordedLater: recordedLater === true, hash };
}

function parsed(content: string): LogContent | null {
  try {
    const value = JSON.parse(content) as CanonicalValue;
    return value !== null && typeof value === 'object' && !Array.isArray(value) && canonicalJson(value) === content
      ? (value as LogContent)
      : null;
  } catch {
    return null;
  }
}

function differences(said: LogContent, told: LogContent): string[] {
  return [...new Set([...Object.keys(said), ...Object.keys(told)])].toSorted().filter((field) => text(said[field]) !== text(told[field]));
}

const text = (value: CanonicalValue | undefined): string => (value === undefined ? 'nothing' : canonicalJson(value));
