import { Notice } from '../../components/feedback/notice';
import { utc } from '../../lib/format/date';
import type { Watcher } from './use-watchers';
import styles from './workbench.module.css';

/** "10:31 UTC": somebody looks at a case for minutes, not days. */
const timeOf = (iso: string) => utc(iso).split(', ').at(-1);

/** Who else has this case open, before two people decide it. */
export function Watchers({ watchers }: { watchers: readonly Watcher[] }) {
  const [first, ...others] = watchers;
  return (
    <div role="status" className={styles.watchers}>
      {first && (
        <Notice
          kind="warn"
          title={
            others.length === 0
              ? `${first.fullName} is looking at this since ${timeOf(first.since)}`
              : `${watchers.length} other admins are looking at this`
          }
        >
          {others.length === 0
            ? 'Whoever decides first, decides. The other is told.'
            : `${watchers.map(({ fullName, since }) => `${fullName} since ${timeOf(since)}`).join(', ')}. Whoever decides first, ` +
              'decides; the others are told.'}
        </Notice>
      )}
    </div>
  );
}
