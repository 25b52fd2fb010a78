import { Check, Circle } from 'lucide-react';
import { Moment } from '../../components/exchange/figures';
import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import type { FundChecklistItemWire, FundRedemptionWire } from '../../lib/wire/types';
import styles from './fund.module.css';

/** What is done before a redemption is settled, step by step. */
export function Settlement({ redemption: { dealingDay, checklist, settledAt } }: { redemption: FundRedemptionWire }) {
  const title = t('fund.settlement.title', { day: day(dealingDay) });
  return (
    <section className={styles.settlement} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.quiet}>{t(settledAt === null ? 'fund.settlement.intro' : 'fund.settlement.done')}</p>
      <ul>
        {checklist.map((one) => (
          <li key={one.item}>
            {one.isDone ? (
              <Check size={16} aria-hidden className={styles.done} />
            ) : (
              <Circle size={16} aria-hidden className={styles.quiet} />
            )}
            <span>
              {t(`fund.settlement.items.${one.item}`)}
              <span className={styles.quiet}>
                {' · '}
                <Progress of={one} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress({ of: { isDone, doneAt } }: { of: FundChecklistItemWire }) {
  if (!isDone) return <>{t('fund.settlement.open')}</>;
  return doneAt === null ? <>{t('fund.settlement.itemDone')}</> : <Moment at={doneAt} />;
}
