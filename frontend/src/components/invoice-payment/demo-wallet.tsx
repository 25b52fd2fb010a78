import { FlaskConical } from 'lucide-react';
import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import styles from './invoice-payment.module.css';
import type { InvoicePaymentActions } from './use-invoice-payment';

/** Sends a test payment where the product runs with the sandbox. */
export function DemoWallet({ demo }: Pick<InvoicePaymentActions, 'demo'>) {
  return (
    <>
      <div className={styles.demo}>
        <Button icon={<FlaskConical size={16} aria-hidden="true" />} busy={demo.isPending} onClick={() => demo.mutate()}>
          {demo.isPending ? t('pay.demo.paying') : t('pay.demo.pay')}
        </Button>
        <p className={styles.hint}>{t('pay.demo.help')}</p>
      </div>
      {demo.isError && (
        <Notice kind="error" live title={t('pay.demo.failed')}>
          {messageOf(demo.error)}
        </Notice>
      )}
    </>
  );
}
