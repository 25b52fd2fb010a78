import { type FormEvent, useState } from 'react';
import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { TextField } from '../form/inputs';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import styles from './invoice-payment.module.css';
import type { InvoicePaymentActions } from './use-invoice-payment';

const transactionId = /^(?:0x)?[0-9a-f]{64}$/i;

/** For a transfer that was sent and does not appear: looks it up by its transaction id. */
export function TransactionCheck({ check }: Pick<InvoicePaymentActions, 'check'>) {
  const [txid, setTxid] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isValid = transactionId.test(txid.trim());
    setProblem(isValid ? undefined : t('pay.check.invalid'));
    if (isValid) check.mutate(txid.trim());
  };
  return (
    <details className={styles.rate}>
      <summary>{t('pay.check.summary')}</summary>
      <form className={styles.check} onSubmit={send} noValidate>
        <TextField
          label={t('pay.check.txid')}
          help={t('pay.check.help')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={70}
          value={txid}
          error={problem}
          onChange={(event) => setTxid(event.target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={check.isPending}>
            {check.isPending ? t('pay.check.checking') : t('pay.check.submit')}
          </Button>
        </div>
      </form>
      {check.data && (
        <Notice kind={check.data.result === 'found' ? 'info' : 'warn'} live title={t(`pay.check.result.${check.data.result}.title`)}>
          {t(`pay.check.result.${check.data.result}.text`)}
        </Notice>
      )}
      {check.isError && (
        <Notice kind="error" live title={t('pay.check.failed')}>
          {messageOf(check.error)}
        </Notice>
      )}
    </details>
  );
}
