import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Dollars } from '../../components/fund/dollars';
import { openInvoicePath } from '../../config/routes';
import { exactDifference } from '../../lib/exact-sum';
import { exact } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { FundFeeWire } from '../../lib/wire/types';
import styles from './fund.module.css';

const lines = [
  'profit',
  'highWaterMarkBefore',
  'carryForwardBefore',
  'chargeable',
  'fee',
  'highWaterMarkAfter',
  'carryForwardAfter',
] as const;

/** How the fee of a period came about, with the way to its invoice. */
export function FeeDialog({ fee, title, onClose }: { fee: FundFeeWire; title: string; onClose: () => void }) {
  const { kind, exact: accrued, amount, invoice, waitingDays, crystallisations } = fee;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        invoice && (
          <Link to={openInvoicePath(invoice.id)} className={buttonClass({ look: 'primary' })}>
            {t('fund.fees.toInvoice', { number: invoice.number })}
          </Link>
        )
      }
    >
      {crystallisations.map((one, index) => (
        <section key={index} aria-label={t(`fund.fees.reason.${one.kind}`)}>
          <h3>{t(`fund.fees.reason.${one.kind}`)}</h3>
          <dl className={styles.feeLines}>
            <Line name={t('fund.fees.line.fraction')}>{t('common.format.percent', { figure: exact(`${one.fraction}e2`) })}</Line>
            {lines.map((name) => (
              <Line key={name} name={t(`fund.fees.line.${name}`)}>
                <Dollars value={one[name]} />
              </Line>
            ))}
          </dl>
        </section>
      ))}
      <dl className={styles.feeLines}>
        <Line name={t('fund.fees.line.accrued')}>
          <Dollars value={accrued} />
        </Line>
        <Line name={t('fund.fees.line.carried')}>
          <Dollars value={exactDifference(amount, accrued)} />
        </Line>
        <Line name={t('fund.fees.amount')}>
          <Dollars value={amount} />
        </Line>
      </dl>
      <p className={styles.note}>{t(`fund.fees.how.${kind}`)}</p>
      {waitingDays > 0 && <p className={styles.note}>{t('fund.fees.waiting', { count: waitingDays })}</p>}
    </Dialog>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
