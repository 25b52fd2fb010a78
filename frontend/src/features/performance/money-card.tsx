import { Profit, Unknown } from '../../components/chart/figures';
import { Hideable } from '../../components/amounts/hideable';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { useMoney } from '../../components/money/money';
import { day } from '../../lib/format/date';
import type { Figure, Performance } from '../../lib/wire/portfolio';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import styles from './headline.module.css';

/** An amount, or a dash with its reason. */
export function Amount({ figure }: { figure: Figure }) {
  const { text } = useMoney();
  return figure.value === null ? <Unknown reason={figure.reason} /> : <Hideable>{text(figure.value)}</Hideable>;
}

/** Where figures do not begin with the account: since when they are complete, and why. */
export function Completeness({ performance: { complete } }: { performance: Performance }) {
  if (complete.reason === null) return null;
  return (
    <div>
      <Notice
        kind="info"
        title={complete.from === null ? t('performance.complete.none') : t('performance.complete.since', { day: day(complete.from) })}
      >
        {t('performance.complete.text', { reason: isolate(complete.reason) })}
      </Notice>
    </div>
  );
}

/** Deposits and withdrawals of the account's whole life against what it is worth now. */
export function LifetimeCard({ performance: { lifetime, equityEnd, to, lastDay } }: { performance: Performance }) {
  const { text, unit } = useMoney();
  if (lifetime.since === null) return null;
  return (
    <Card title={t('performance.lifetime.title')} span={12}>
      <dl className={styles.flows}>
        <div>
          <dt>{t('performance.deposits')}</dt>
          <dd>
            <Amount figure={lifetime.inflow} />
          </dd>
        </div>
        <div>
          <dt>{t('performance.withdrawals')}</dt>
          <dd>
            <Amount figure={lifetime.outflow} />
          </dd>
        </div>
        {to === lastDay && equityEnd !== null && (
          <div>
            <dt>{t('performance.lifetime.now')}</dt>
            <dd>
              <Hideable>{text(equityEnd)}</Hideable>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('performance.lifetime.result')}</dt>
          <dd>
            <Profit figure={lifetime.result} />
          </dd>
        </div>
      </dl>
      <p className={styles.unit}>
        {t('performance.lifetime.unit', {
          unit,
          day: day(lifetime.since.slice(0, 10)),
          note: lifetime.result.value === null ? (lifetime.result.reason ?? '') : t('performance.lifetime.resultIs'),
        })}
      </p>
    </Card>
  );
}
