import { Activity, Megaphone } from 'lucide-react';
import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { storyOf } from './story';
import styles from './signal.module.css';

/** What happened to a signal, in words and in order. */
export function SignalStory({ signal }: { signal: SignalWire }) {
  return (
    <ol className={styles.story}>
      {storyOf(signal).map(({ id, at, by, words, detail }) => (
        <li key={id}>
          <span className={styles.teller}>{by === 'said' ? <Megaphone size={16} aria-label="Said by the team" role="img" /> : <Activity size={16} aria-label="Done by the market" role="img" />}</span>
          <span className={styles.told}>
            <span>{words}</span>
            {detail && <span className={styles.said}>{detail}</span>}
          </span>
          <Moment at={at} />
        </li>
      ))}
    </ol>
  );
}
