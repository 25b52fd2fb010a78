import { type FormEvent, useState } from 'react';
import { type CheckedLeaf, findLeaves, type LogCheck } from '../../../../scripts/verify-log.mjs';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { TextField } from '../../components/form/inputs';
import { LeafCard } from './leaf-card';
import { t } from '../../lib/i18n/texts';
import styles from './verify.module.css';

/**
 * Finds what the log says of one signal. Nothing is asked of the server but the proof: which signal somebody looks for stays in the
 * browser.
 */
export function LeafFinder({ report }: { report: LogCheck }) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<CheckedLeaf[] | null>(null);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (wanted.trim() !== '') setFound(findLeaves(report.leaves, wanted));
  };
  return (
    <div className={styles.finder}>
      <form className={styles.find} onSubmit={find} noValidate>
        <TextField
          label={t('verify.find.field')}
          help={t('verify.find.help')}
          name="wanted"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button type="submit" disabled={wanted.trim() === ''}>
          {t('verify.find.submit')}
        </Button>
      </form>
      <div aria-live="polite" className={styles.found}>
        {found?.length === 0 && (
          <Notice kind="warn" title={t('verify.find.none')}>
            {t('verify.find.noneText')}
          </Notice>
        )}
        {found?.map((leaf) => (
          <LeafCard key={leaf.index} leaf={leaf} head={report.heads.find(({ size }) => size > leaf.index) ?? null} newest={report.head} />
        ))}
      </div>
    </div>
  );
}
