import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { Badge } from '../../components/feedback/badge';
import { exact } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { fromEntry } from './prices';
import styles from './signal.module.css';

/** Long or short: word, arrow and colour. */
export function Direction({ side }: { side: SignalWire['side'] }) {
  return side === 'long' ? (
    <Badge tone="up" icon={<ArrowUpRight aria-hidden="true" />}>
      {t('signals.side.long')}
    </Badge>
  ) : (
    <Badge tone="down" icon={<ArrowDownRight aria-hidden="true" />}>
      {t('signals.side.short')}
    </Badge>
  );
}

/** A price with its digits, and how far it lies from the entry. */
export function Level({ price, entry }: { price: string; entry: string }) {
  return (
    <span className={styles.level}>
      {exact(price)}
      <span className={styles.distance}>{fromEntry(price, entry)}</span>
    </span>
  );
}
