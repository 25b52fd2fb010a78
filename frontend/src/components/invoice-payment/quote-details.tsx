import { Wallet } from 'lucide-react';
import { ButtonAnchor } from '../feedback/button';
import { CopyButton } from '../feedback/copy-button';
import { Notice } from '../feedback/notice';
import { QrCode } from '../qr-code/qr-code';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import type { QuoteWire } from '../../lib/wire/types';
import styles from './invoice-payment.module.css';
import { RateDetails } from './rate-details';

/** What to send and where to: amount and address, each to copy, and both as a QR code. */
export function QuoteDetails({ quote }: { quote: QuoteWire }) {
  const { chain, coin, amount, address, checksum, isExact, link, qr } = quote;
  const codeHasAmount = qr !== address;
  return (
    <div className={styles.quote}>
      <div className={styles.facts}>
        <div className={styles.fact}>
          <p className={styles.label}>{isExact ? t('pay.amount.exactLabel') : t('pay.amount.label')}</p>
          <p className={styles.amount}>
            <code>
              {amount} {coin}
            </code>
          </p>
          {!isExact && <p className={styles.hint}>{t('pay.amount.whole')}</p>}
          <div className={styles.actions}>
            <CopyButton text={amount} label={t('pay.amount.copy')} />
          </div>
        </div>
        {isExact && (
          <Notice kind="warn" title={t('pay.amount.exactTitle')}>
            {t('pay.amount.exact')}
          </Notice>
        )}
        <div className={styles.fact}>
          <p className={styles.label}>{t(`pay.address.${chain}`)}</p>
          <p className={styles.address}>
            <code>{address}</code>
          </p>
          <p className={styles.hint}>
            <Trans id="pay.address.compare" values={checksum} tags={{ code: <code /> }} />
          </p>
          {chain === 'tron' && <p className={styles.hint}>{t('pay.address.tronOnly')}</p>}
          <div className={styles.actions}>
            <CopyButton text={address} label={t('pay.address.copy')} />
            {link !== null && (
              <ButtonAnchor size="small" href={link} icon={<Wallet size={15} aria-hidden="true" />}>
                {t('pay.address.open')}
              </ButtonAnchor>
            )}
          </div>
        </div>
        <RateDetails quote={quote} />
      </div>
      <figure className={styles.code}>
        <QrCode text={qr} label={codeHasAmount ? t('pay.address.qrLink') : t('pay.address.qrAddress')} />
        <figcaption className={styles.hint}>{codeHasAmount ? t('pay.address.qrLinkHelp') : t('pay.address.qrAddressHelp')}</figcaption>
      </figure>
    </div>
  );
}
