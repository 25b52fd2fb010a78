import type { ReactNode } from 'react';
import type { LeafContent, LogCheck } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { CopyButton } from '../../components/feedback/copy-button';
import { count } from '../../lib/format/decimal';
import styles from './verify.module.css';

/** The figures of the log that was read. */
export function Facts({ report: { leaves, revealed, signed, heads, head } }: { report: LogCheck }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Entries">
        {revealed === 0
          ? `${count(leaves.length)}; none can be read yet: their signals are open`
          : `${count(leaves.length)}, of which ${count(revealed)} can be read: their signals have ended`}
      </Fact>
      <Fact name="Signed heads">{count(heads.length)}</Fact>
      <Fact name="Signed entries">
        {signed === leaves.length
          ? 'all'
          : `${count(signed)}; ${signed === 0 ? 'the first follow within minutes' : 'the others follow within the hour'}`}
      </Fact>
      {head && (
        <>
          <Fact name="Newest head">
            number {head.number} of <Moment at={head.signedAt} />
          </Fact>
          <Fact name="Its root">
            <Hash text={head.root} what="the root" />
          </Fact>
          <Fact name="Signed with the key">
            <Hash text={head.keyId} what="the key's fingerprint" />
          </Fact>
        </>
      )}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Hash({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles.hash}>
      <code>{text}</code>
      <CopyButton compact text={text} label={`Copy ${what}`} />
    </span>
  );
}

/** What an entry says, as it stands in the log. */
export function ContentFacts({ content }: { content: LeafContent }) {
  return (
    content &&
    Object.entries(content).map(([field, value]) => (
      <Fact key={field} name={field}>
        {shown(value)}
      </Fact>
    ))
  );
}

const shown = (value: unknown): string =>
  value === null ? '–' : typeof value === 'string' ? value : Array.isArray(value) ? value.join(' / ') : JSON.stringify(value);
