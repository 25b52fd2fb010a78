import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { fixed, money } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { FundFeeTerms } from './api/get-fund-fees';
import { changeText, dollars, rateText } from './figures';
import styles from './fund-fees.module.css';

interface MethodCardProps {
  terms: FundFeeTerms | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** The method in words, beside the one of many platforms, with four months that show the difference. */
export function MethodCard({ terms, error, onRetry }: MethodCardProps) {
  return (
    <Card title={t('fund-fees.method.title')} span={12} busy={!terms && !error}>
      {error && !terms ? (
        <ErrorState title={t('fund-fees.method.failed')} error={error} onRetry={onRetry} />
      ) : terms ? (
        <Method terms={terms} />
      ) : (
        <Skeleton height={480} />
      )}
    </Card>
  );
}

function Method({ terms: { performanceRate, example } }: { terms: FundFeeTerms }) {
  const { opening, months, fees, profit, share } = example;
  const percent = (value: string) => t('common.format.percent', { figure: fixed(value, 2) });
  return (
    <>
      <p className={styles.lead}>{t('fund-fees.method.text')}</p>
      <div className={styles.methods}>
        <div>
          <h3>{t('fund-fees.method.oursTitle')}</h3>
          <p>{t('fund-fees.method.ours', { rate: rateText(performanceRate) })}</p>
        </div>
        <div>
          <h3>{t('fund-fees.method.otherTitle')}</h3>
          <p>{t('fund-fees.method.other')}</p>
        </div>
      </div>
      <table className={styles.table}>
        <caption>{t('fund-fees.method.caption', { opening: dollars(opening) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fund-fees.method.month')}</th>
            <th scope="col">{t('fund-fees.method.change')}</th>
            <th scope="col">{t('fund-fees.method.feeOurs')}</th>
            <th scope="col">{t('fund-fees.method.feeOther')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, change, fee }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{changeText(change)}</td>
              <td>{money(fee.cumulativeProfit)}</td>
              <td>{money(fee.grossHighWaterMark)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('fund-fees.method.fees')}
            </th>
            <td>{money(fees.cumulativeProfit)}</td>
            <td>{money(fees.grossHighWaterMark)}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              {t('fund-fees.method.profit')}
            </th>
            <td>{money(profit.cumulativeProfit)}</td>
            <td>{money(profit.grossHighWaterMark)}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              {t('fund-fees.method.share')}
            </th>
            <td>{percent(share.cumulativeProfit)}</td>
            <td>{percent(share.grossHighWaterMark)}</td>
          </tr>
        </tfoot>
      </table>
      <div className={styles.methods}>
        <div>
          <h3>{t('fund-fees.method.whyTitle')}</h3>
          <p>{t('fund-fees.method.why', { ours: dollars(fees.cumulativeProfit), other: dollars(fees.grossHighWaterMark) })}</p>
        </div>
        <div>
          <p>{t('fund-fees.method.dates')}</p>
        </div>
      </div>
    </>
  );
}
