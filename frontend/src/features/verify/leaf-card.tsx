import { useEffect, useState } from 'react';
import { type CheckedLeaf, isIncluded, type LogHead } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { messageOf } from '../../lib/api';
import { ContentFacts, Fact, Hash } from './facts';
import { logSource } from './log-source';
import styles from './verify.module.css';

interface LeafCardProps {
  leaf: CheckedLeaf;
  /** The first that vouches for it; null: none yet. */
  head: LogHead | null;
  newest: LogHead | null;
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Asks for the proof, and believes it only where it leads from this leaf to the root of the head. */
async function proven(leaf: CheckedLeaf, head: LogHead): Promise<boolean> {
  const { path } = await logSource().inclusion(leaf.index, head.size);
  return isIncluded({ hash: bytes(leaf.hash), index: leaf.index, size: head.size, root: bytes(head.root), path: path.map(bytes) });
}

function useProof(leaf: CheckedLeaf, head: LogHead | null): string {
  const [said, setSaid] = useState('being checked…');
  useEffect(() => {
    if (!head || head.size <= leaf.index) return;
    let left = false;
    proven(leaf, head)
      .then(
        (holds) =>
          left ||
          setSaid(holds ? `holds: this entry is under the root of head ${head.number}` : `does not hold against head ${head.number}`),
      )
      .catch((error: unknown) => left || setSaid(`could not be had: ${messageOf(error)}`));
    return () => {
      left = true;
    };
  }, [leaf, head]);
  return head && head.size > leaf.index ? said : 'follows with the next head, within the hour';
}

/** One entry: where it stands, what proves it, and what it says. */
export function LeafCard({ leaf, head, newest }: LeafCardProps) {
  const proof = useProof(leaf, newest);
  return (
    <section className={styles.leaf} aria-label={`Entry ${leaf.index}`}>
      <header className={styles.leafHead}>
        <h3>Entry {leaf.index}</h3>
        <Badge tone={leaf.content ? 'up' : 'neutral'}>{leaf.content ? 'can be read' : 'open: committed to, not told yet'}</Badge>
        {leaf.content?.['recordedLater'] === true && <Badge tone="warn">recorded after the fact</Badge>}
      </header>
      <dl className={styles.facts}>
        <Fact name="Logged">
          <Moment at={leaf.at} />
        </Fact>
        <Fact name="First signed">
          {head ? (
            <>
              in head {head.number} of <Moment at={head.signedAt} />
            </>
          ) : (
            'not yet'
          )}
        </Fact>
        <Fact name="Inclusion proof">{proof}</Fact>
        <Fact name="Hash">
          <Hash text={leaf.hash} what={`the hash of entry ${leaf.index}`} />
        </Fact>
        <ContentFacts content={leaf.content} />
      </dl>
    </section>
  );
}
