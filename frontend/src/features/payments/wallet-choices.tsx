import { Wallet } from 'lucide-react';
import { ButtonAnchor } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { QrCode } from '../../components/qr-code/qr-code';
import { hashLink, paths } from '../../config/routes';
import type { PayWallet, Subscription } from './api/get-payment';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './payment-page.module.css';

const nameOf = ({ id }: PayWallet) => t(`payments.wallet.${id}.name`);

/** The fee, and the addresses it can go to. An address is shown whole, and its ends once more: those are what a person compares. */
export function WalletChoices({ subscription }: { subscription: Subscription }) {
  return (
    <div className={styles.stack}>
      <div>
        <p className={styles.label}>{t(subscription.membership === 'hedge fund' ? 'payments.fee.hedgeFund' : 'payments.fee.tradeClub')}</p>
        <p className={styles.fee}>{t('payments.fee.amount', { amount: subscription.fee })}</p>
      </div>
      <ul className={styles.wallets}>
        {subscription.wallets.map((wallet) => (
          <li key={wallet.id}>
            <h3>{nameOf(wallet)}</h3>
            <p className={styles.hint}>{t(`payments.wallet.${wallet.id}.help`)}</p>
            <div className={styles.wallet}>
              <QrCode
                text={wallet.uri ?? wallet.address}
                label={
                  wallet.uri
                    ? t('payments.wallet.qrLink', { name: nameOf(wallet) })
                    : t('payments.wallet.qrAddress', { name: nameOf(wallet) })
                }
              />
              <div className={styles.stack}>
                <p className={styles.address}>
                  <code>{wallet.address}</code>
                </p>
                <p className={styles.hint}>
                  <Trans id="payments.wallet.compare" values={wallet.checksum} tags={{ code: <code /> }} />
                </p>
                <div className={styles.actions}>
                  <CopyButton text={wallet.address} label={t('payments.wallet.copy', { name: nameOf(wallet) })} />
                  {wallet.uri && (
                    <ButtonAnchor size="small" href={wallet.uri} icon={<Wallet size={15} aria-hidden="true" />}>
                      {t('payments.wallet.open')}
                    </ButtonAnchor>
                  )}
                </div>
                <p className={styles.hint}>{wallet.uri ? t('payments.wallet.linkLimits') : t('payments.wallet.codeLimits')}</p>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        <a href={hashLink(paths.payAddresses)}>{t('payments.wallet.log')}</a>
      </p>
    </div>
  );
}
