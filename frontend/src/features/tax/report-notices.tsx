import { Notice } from '../../components/feedback/notice';
import { day } from '../../lib/format/date';
import type { TaxReport } from '../../lib/wire/tax';
import { affectedText, datasetNames, gapReasons, texts, unvaluedText } from './tax.messages';
import styles from './tax-page.module.css';

/** Gaps that are shown; the PDF lists more. */
const SHOWN_GAPS = 8;

/** The first symbols, and how many more. */
const symbolText = (symbols: readonly string[]) =>
  symbols.length <= 3 ? symbols.join(', ') : `${symbols.slice(0, 3).join(', ')} and ${symbols.length - 3} more`;

/** Limits of the report: preliminary, incomplete history, income without a value. */
export function ReportNotices({ report: { final, gaps, totals } }: { report: TaxReport }) {
  return (
    <>
      {!final && (
        <div>
          <Notice title={texts.preliminaryTitle}>{texts.preliminary}</Notice>
        </div>
      )}
      {gaps.length > 0 && (
        <div>
          <Notice kind="warn" title={texts.gapsTitle}>
            <p>{affectedText(totals.affected)}</p>
            <ul className={styles.gaps}>
              {gaps.slice(0, SHOWN_GAPS).map(({ dataset, symbols, from, to, reason }) => (
                <li key={`${dataset} ${from ?? ''} ${to ?? ''}`}>
                  {datasetNames[dataset] ?? dataset}
                  {symbols.length > 0 && ` ${symbolText(symbols)}`}: {from === null ? texts.beginning : day(from)} to{' '}
                  {to === null ? texts.now : day(to)}, {gapReasons[reason]}
                </li>
              ))}
              {gaps.length > SHOWN_GAPS && <li>{gaps.length - SHOWN_GAPS} more, listed in the PDF</li>}
            </ul>
          </Notice>
        </div>
      )}
      {totals.unvalued > 0 && (
        <div>
          <Notice kind="warn" title={texts.unvaluedTitle}>
            {unvaluedText(totals.unvalued)}
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
        <span className={styles.mark} title={texts.affected}>
          {' *'}
          <span className="visually-hidden">{texts.affected}</span>
        </span>
      )}
    </strong>
  );
}
