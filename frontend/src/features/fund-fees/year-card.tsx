import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { ApiError } from '../../lib/api';
import { money, signed, magnitude, signOf, withSign } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { FundFeeProjection, FundFeeTerms } from './api/get-fund-fees';
import { changeText, dollars, rateText } from './figures';
import styles from './fund-fees.module.css';

interface YearCardProps {
  terms: FundFeeTerms | undefined;
  year: FundFeeProjection | undefined;
  busy: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Both fees of the assumed year, from the capital to what remains. */
export function YearCard({ terms, year, busy, error, onRetry }: YearCardProps) {
  const isRefused = error instanceof ApiError && error.fields.length > 0;
  return (
    <Card title={t('fund-fees.year.title')} span={8} busy={busy}>
      <div aria-live="polite">
        {error && !isRefused ? (
          <ErrorState title={t('fund-fees.year.failed')} error={error} onRetry={onRetry} />
        ) : year && terms && !error ? (
          <Year terms={terms} year={year} />
        ) : (
          <EmptyState title={t('fund-fees.year.emptyTitle')}>{t('fund-fees.year.empty')}</EmptyState>
        )}
      </div>
    </Card>
  );
}

function Line({ name, note, sum = false, children }: { name: string; note?: string; sum?: boolean; children: ReactNode }) {
  return (
    <div className={sum ? styles.sum : undefined}>
      <dt>
        {name}
        {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const taken = (fee: string) => withSign(signOf(fee) === 0 ? 0 : -1, money(fee));

function Year({ terms, year }: { terms: FundFeeTerms; year: FundFeeProjection }) {
  const hasProfit = signOf(year.chargeable) > 0;
  const performanceNote = hasProfit
    ? t('fund-fees.year.performanceNote', { rate: rateText(terms.performanceRate), profit: dollars(year.chargeable) })
    : t('fund-fees.year.performanceNone');
  return (
    <>
      <p className={styles.label}>{t('fund-fees.year.remains')}</p>
      <p className={styles.total}>{dollars(year.remains)}</p>
      <p className={styles.label}>{t('fund-fees.year.net', { net: changeText(year.netResult), gross: changeText(year.result) })}</p>
      <dl className={styles.lines}>
        <Line name={t('fund-fees.year.capital')}>{money(year.capital)}</Line>
        <Line name={t('fund-fees.year.result')}>{signed(year.tradingResult, money(magnitude(year.tradingResult)))}</Line>
        <Line name={t('fund-fees.year.before')} sum>
          {money(year.equityBeforeFees)}
        </Line>
        <Line name={t('fund-fees.year.management')} note={t('fund-fees.year.managementNote', { rate: rateText(terms.managementRate) })}>
          {taken(year.managementFee)}
        </Line>
        <Line name={t('fund-fees.year.performance')} note={performanceNote}>
          {taken(year.performanceFee)}
        </Line>
        <Line name={t('fund-fees.year.remains')} sum>
          {money(year.remains)}
        </Line>
        {signOf(year.carryForward) > 0 && (
          <Line name={t('fund-fees.year.carry')} note={t('fund-fees.year.carryNote')}>
            {money(year.carryForward)}
          </Line>
        )}
      </dl>
      <h3>{t('fund-fees.year.basisTitle')}</h3>
      <ul className={styles.points}>
        <li>{t('fund-fees.year.steady', { days: String(year.days) })}</li>
        <li>{t('fund-fees.year.still')}</li>
        <li>{t('fund-fees.year.paid')}</li>
        <li>{t('fund-fees.year.included')}</li>
      </ul>
    </>
  );
}
