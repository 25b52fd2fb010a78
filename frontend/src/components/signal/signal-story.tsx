import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { t } from '../../lib/i18n/texts';
import { type Stops, storyOf } from './story';
import styles from './signal.module.css';

/** What happened to a signal, in words and in order; its numbers are those of the chart. */
export function SignalWithOutcome({ signal, stops }: { signal: SignalWire; stops: Stops | undefined }) {
  return (
    <ol className={styles.story}>
      {storyOf(signal, stops).map(({ id, at, by, words, detail }, index) => (
        <li key={id}>
          <span className={styles.number} data-by={by} title={t(`signals.story.by.${by}`)}>
            {index + 1}
            <span className="visually-hidden">{t('signals.story.byLabel', { by: t(`signals.story.by.${by}`) })} </span>
          </span>
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
