import { type FormEvent, useState } from 'react';
import { type CheckedLeaf, findLeaves, type LogCheck } from '../../../../scripts/verify-log.mjs';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { TextField } from '../../components/form/inputs';
import { LeafCard } from './leaf-card';
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
          label="Id of a signal, or hash of an entry"
          help="A signal that is still open is in the log by its hash alone."
          name="wanted"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button type="submit" disabled={wanted.trim() === ''}>
          Look it up
        </Button>
      </form>
      <div aria-live="polite" className={styles.found}>
        {found?.length === 0 && (
          <Notice kind="warn" title="No entry that can be read has this id or hash">
            If it is the id of a signal that is still open, its entry shows what it says once the signal has ended.
          </Notice>
        )}
        {found?.map((leaf) => (
          <LeafCard key={leaf.index} leaf={leaf} head={report.heads.find(({ size }) => size > leaf.index) ?? null} newest={report.head} />
        ))}
      </div>
    </div>
  );
}
