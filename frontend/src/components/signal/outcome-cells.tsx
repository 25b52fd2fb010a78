import type { SignalOutcomeWire, SignalWire } from '../../lib/wire/types';
import { signOf } from '../../lib/format/decimal';
import { Badge } from '../feedback/badge';
import { t } from '../../lib/i18n/texts';
import { amendmentText, rText, stateOf } from './outcome';
import styles from './signal.module.css';

/** What became of it, and below what was said of it last. */
export function SignalState({ signal, plain = false }: { signal: Pick<SignalWire, 'outcome' | 'amendments'>; plain?: boolean }) {
  const { label, tone, meaning } = stateOf(signal);
  const said = signal.amendments.findLast(({ kind }) => kind !== 'cancel');
  return (
    <span className={styles.state}>
      <Badge tone={tone} title={meaning}>
        {label}
      </Badge>
      {!plain && said && <span className={styles.said}>{amendmentText(said)}</span>}
    </span>
  );
}

/** The result after costs; the better one beside it where a minute left two ways open. */
export function RFigure({ outcome }: { outcome: SignalOutcomeWire | null }) {
  if (outcome === null || outcome.rNet === null) return <span title={t('signals.result.none')}>–</span>;
  const sign = signOf(outcome.rNet);
  const why = outcome.ambiguous ? t('signals.result.doubt', { result: rText(outcome.rOptimistic) }) : t('signals.result.fees');
  return (
    <span className={sign > 0 ? styles.gain : sign < 0 ? styles.loss : undefined} title={why}>
      {rText(outcome.rNet)}
      {outcome.ambiguous && <abbr title={why}>*</abbr>}
    </span>
  );
}
