import { Wallet } from 'lucide-react';
import { ButtonAnchor } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { QrCode } from '../../components/qr-code/qr-code';
import type { PayWallet, Subscription } from './api/get-payment';
import styles from './payment-page.module.css';

const names: Record<PayWallet['id'], { name: string; help: string }> = {
  btc: { name: 'Bitcoin', help: 'Send Bitcoin over the Bitcoin network.' },
  'usdt-trc20': { name: 'USDT (Trc20)', help: 'Send USDT over the TRON network. Over any other network it is lost.' },
};

/** The fee, and the addresses it can go to. An address is shown whole, and its ends once more: those are what a person compares. */
export function WalletChoices({ subscription }: { subscription: Subscription }) {
  return (
    <div className={styles.stack}>
      <div>
        <p className={styles.label}>{subscription.membership === 'hedge fund' ? 'Hedge fund' : 'Trade club'}, one-time fee</p>
        <p className={styles.fee}>${subscription.fee}</p>
      </div>
      <ul className={styles.wallets}>
        {subscription.wallets.map((wallet) => (
          <li key={wallet.id}>
            <h3>{names[wallet.id].name}</h3>
            <p className={styles.hint}>{names[wallet.id].help}</p>
            <div className={styles.wallet}>
              <QrCode
                text={wallet.uri ?? wallet.address}
                label={
                  wallet.uri
                    ? `QR code that opens a wallet with the ${names[wallet.id].name} address`
                    : `QR code of the ${names[wallet.id].name} address`
                }
              />
              <div className={styles.stack}>
                <p className={styles.address}>
                  <code>{wallet.address}</code>
                </p>
                <p className={styles.hint}>
                  Before you send, compare in your wallet: begins <code>{wallet.checksum.first}</code>, ends{' '}
                  <code>{wallet.checksum.last}</code>.
                </p>
                <div className={styles.actions}>
                  <CopyButton text={wallet.address} label={`Copy ${names[wallet.id].name} address`} />
                  {wallet.uri && (
                    <ButtonAnchor size="small" href={wallet.uri} icon={<Wallet size={15} aria-hidden="true" />}>
                      Open in a wallet
                    </ButtonAnchor>
                  )}
                </div>
                <p className={styles.hint}>
                  {wallet.uri
                    ? 'Code and link hold the address, not the amount: the fee is in dollars, and your wallet knows the rate.'
                    : 'TRON has no common form of a payment link: this code holds the address alone. Choose USDT and the TRC20 network in your wallet yourself.'}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
