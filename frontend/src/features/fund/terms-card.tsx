import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { monthName } from '../../lib/format/date';
import { english, isForeign } from '../../lib/i18n/english';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import type { FundTermsWire } from '../../lib/wire/types';
import { rateText, termsQuery, wholeDollars } from './fund';
import styles from './fund.module.css';
import { SignForm } from './sign-form';

/** The terms clause by clause, and below them the place to sign. */
export function TermsCard() {
  const { data: terms, error, refetch } = useQuery(termsQuery);
  if (error && !terms)
    return (
      <Card span={12}>
        <ErrorState title={t('fund.terms.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <>
      <Card title={terms && t('fund.terms.title', { version: isolate(terms.version) })} span={8} busy={!terms}>
        {terms ? <Clauses terms={terms} /> : <Skeleton height={420} />}
      </Card>
      <Card title={t('fund.terms.figures')} span={4} busy={!terms}>
        {terms ? <TermFigures terms={terms} /> : <Skeleton height={300} />}
      </Card>
      {terms && (
        <Card title={t('fund.sign.title')} span={12}>
          <SignForm terms={terms} />
        </Card>
      )}
    </>
  );
}

/** What is signed, word by word, and the fingerprint of it. */
export function Clauses({ terms: { clauses, sha256 } }: { terms: FundTermsWire }) {
  return (
    <div className={styles.stack}>
      {isForeign() && <p className={styles.quiet}>{t('fund.terms.english')}</p>}
      <ol className={styles.clauses} {...english}>
        {clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
      <dl className={styles.hash}>
        <dt>{t('fund.terms.sha256')}</dt>
        <dd>
          <code dir="ltr">{sha256}</code>
        </dd>
        <dd className={styles.note}>{t('fund.terms.sha256Help')}</dd>
      </dl>
    </div>
  );
}

/** "30 Jun" of "06-30". */
function dealingDay(date: string): string {
  const [month = '', day = ''] = date.split('-');
  return t('fund.terms.dayOf', { day: String(Number(day)), month: monthName(Number(month) - 1) });
}

function TermFigures({ terms }: { terms: FundTermsWire }) {
  const rows = [
    [t('fund.terms.managementRate'), t('fund.terms.aYear', { rate: rateText(terms.managementRate) })],
    [t('fund.terms.performanceRate'), t('fund.terms.ofProfit', { rate: rateText(terms.performanceRate) })],
    [t('fund.terms.minimum'), wholeDollars(terms.minimum)],
    [t('fund.terms.notice'), t('fund.terms.noticeDays', { count: terms.noticeDays })],
    [t('fund.terms.dealingDays'), terms.dealingDays.map(dealingDay).join(' · ')],
  ] as const;
  return (
    <table className={styles.short}>
      <caption className="visually-hidden">{t('fund.terms.figures')}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
