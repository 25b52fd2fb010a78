import { useEffect, useState } from 'react';
import { type CheckedLeaf, isIncluded, type LogHead } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { messageOf } from '../../lib/api';
import { ContentFacts, Fact, Hash } from './facts';
import { logSource } from './log-source';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
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
  const [said, setSaid] = useState(() => t('verify.proof.checking'));
  useEffect(() => {
    if (!head || head.size <= leaf.index) return;
    let left = false;
    proven(leaf, head)
      .then((holds) => left || setSaid(t(holds ? 'verify.proof.holds' : 'verify.proof.fails', { number: head.number })))
      .catch((error: unknown) => left || setSaid(t('verify.proof.unavailable', { reason: messageOf(error) })));
    return () => {
      left = true;
    };
  }, [leaf, head]);
  return head && head.size > leaf.index ? said : t('verify.proof.later');
}

/** One entry: where it stands, what proves it, and what it says. */
export function LeafCard({ leaf, head, newest }: LeafCardProps) {
  const proof = useProof(leaf, newest);
  return (
    <section className={styles.leaf} aria-label={t('verify.entry.title', { index: leaf.index })}>
      <header className={styles.leafHead}>
        <h3>{t('verify.entry.title', { index: leaf.index })}</h3>
        <Badge tone={leaf.content ? 'up' : 'neutral'}>{leaf.content ? t('verify.entry.readable') : t('verify.entry.open')}</Badge>
        {leaf.content?.['recordedLater'] === true && <Badge tone="warn">{t('verify.entry.recordedLater')}</Badge>}
      </header>
      <dl className={styles.facts}>
        <Fact name={t('verify.entry.logged')}>
          <Moment at={leaf.at} />
        </Fact>
        <Fact name={t('verify.entry.firstSigned')}>
          {head ? (
            <Trans id="verify.entry.inHead" values={{ number: head.number }} tags={{ moment: <Moment at={head.signedAt} /> }} />
          ) : (
            t('verify.entry.notYet')
          )}
        </Fact>
        <Fact name={t('verify.entry.proof')}>{proof}</Fact>
        <Fact name={t('verify.entry.hash')}>
          <Hash text={leaf.hash} copy={t('verify.entry.copyHash', { index: leaf.index })} />
        </Fact>
        <ContentFacts content={leaf.content} />
      </dl>
    </section>
  );
}
