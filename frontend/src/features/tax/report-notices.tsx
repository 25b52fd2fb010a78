import { Notice } from '../../components/feedback/notice';
import { day } from '../../lib/format/date';
import type { TaxGap, TaxReport } from '../../lib/wire/tax';
import { t } from '../../lib/i18n/texts';
import styles from './tax-page.module.css';

/** Gaps that are shown; the PDF lists more. */
const SHOWN_GAPS = 8;

/** The first symbols, and how many more. */
const symbolText = (symbols: readonly string[]) =>
  symbols.length <= 3
    ? symbols.join(', ')
    : t('tax.gap.moreSymbols', { symbols: symbols.slice(0, 3).join(', '), more: symbols.length - 3 });

const datasets = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'movements_dust',
  'movements_convert',
  'movements_dividend',
] as const;

function gapText({ dataset, symbols, from, to, reason }: TaxGap): string {
  const known = datasets.find((one) => one === dataset);
  const data = known ? t(`tax.dataset.${known}`) : dataset;
  return t(`tax.gap.${reason}`, {
    data: symbols.length > 0 ? t('tax.gap.symbols', { data, symbols: symbolText(symbols) }) : data,
    from: from === null ? t('tax.beginning') : day(from),
    to: to === null ? t('tax.now') : day(to),
  });
}

/** Limits of the report: preliminary, incomplete history, income without a value. */
export function ReportNotices({ report: { final, gaps, totals } }: { report: TaxReport }) {
  return (
    <>
      {!final && (
        <div>
          <Notice title={t('tax.preliminaryTitle')}>{t('tax.preliminary')}</Notice>
        </div>
      )}
      {gaps.length > 0 && (
        <div>
          <Notice kind="warn" title={t('tax.gapsTitle')}>
            <p>{t('tax.affectedCount', { count: totals.affected })}</p>
            <ul className={styles.gaps}>
              {gaps.slice(0, SHOWN_GAPS).map((gap) => (
                <li key={`${gap.dataset} ${gap.from ?? ''} ${gap.to ?? ''}`}>{gapText(gap)}</li>
              ))}
              {gaps.length > SHOWN_GAPS && <li>{t('tax.gap.more', { count: gaps.length - SHOWN_GAPS })}</li>}
            </ul>
          </Notice>
        </div>
      )}
      {totals.unvalued > 0 && (
        <div>
          <Notice kind="warn" title={t('tax.unvaluedTitle')}>
            {t('tax.unvalued', { count: totals.unvalued })}
          </Notice>
        </div>
      )}
    </>
  );
}

/** A coin, marked where its history has gaps. */
export function Coin({ asset, affected }: { asset: string; affected: boolean }) {
  return (
    <strong>
      {asset}
      {affected && (
        <span className={styles.mark} title={t('tax.affected')}>
          {' *'}
          <span className="visually-hidden">{t('tax.affected')}</span>
        </span>
      )}
    </strong>
  );
}
