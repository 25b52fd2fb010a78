import type { ReactNode } from 'react';
import type { LeafContent, LogCheck } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { CopyButton } from '../../components/feedback/copy-button';
import { count } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './verify.module.css';

/** The figures of the log that was read. */
export function Facts({ report: { leaves, revealed, signed, heads, head } }: { report: LogCheck }) {
  return (
    <dl className={styles.facts}>
      <Fact name={t('verify.facts.entries')}>
        {revealed === 0
          ? t('verify.facts.noneReadable', { count: leaves.length })
          : t('verify.facts.readable', { count: leaves.length, readable: revealed })}
      </Fact>
      <Fact name={t('verify.facts.signedHeads')}>{count(heads.length)}</Fact>
      <Fact name={t('verify.facts.signedEntries')}>
        {signed === leaves.length
          ? t('verify.facts.all')
          : t(signed === 0 ? 'verify.facts.firstFollow' : 'verify.facts.othersFollow', { count: signed })}
      </Fact>
      {head && (
        <>
          <Fact name={t('verify.facts.newestHead')}>
            <Trans id="verify.facts.headOf" values={{ number: head.number }} tags={{ moment: <Moment at={head.signedAt} /> }} />
          </Fact>
          <Fact name={t('verify.facts.root')}>
            <Hash text={head.root} copy={t('verify.facts.copyRoot')} />
          </Fact>
          <Fact name={t('verify.facts.key')}>
            <Hash text={head.keyId} copy={t('verify.facts.copyKey')} />
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

export function Hash({ text, copy }: { text: string; copy: string }) {
  return (
    <span className={styles.hash}>
      <code>{text}</code>
      <CopyButton compact text={text} label={copy} />
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
