import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicConfig } from '../../lib/public-config';
import { CopyButton } from '../feedback/copy-button';
import { Card } from '../layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './key-guide.module.css';

interface Guide {
  steps: readonly ReactNode[];
  /** How the exchange calls the restriction to our address. */
  restrict: ReactNode;
  last: ReactNode;
}

const bold = { b: <strong /> };

/** The way to a key at each exchange. The names of its pages and buttons are not translated. */
const guides: Record<string, () => Guide> = {
  binance: () => ({
    steps: [
      <Trans key="open" id="exchange.guide.binance.open" tags={bold} />,
      <Trans key="create" id="exchange.guide.binance.create" tags={bold} />,
      t('exchange.guide.binance.check'),
      <Trans key="rights" id="exchange.guide.binance.rights" tags={bold} />,
    ],
    restrict: <Trans id="exchange.guide.binance.restrict" tags={bold} />,
    last: t('exchange.guide.binance.last'),
  }),
  bybit: () => ({
    steps: [
      <Trans key="open" id="exchange.guide.bybit.open" tags={bold} />,
      <Trans key="create" id="exchange.guide.bybit.create" tags={bold} />,
      <Trans key="rights" id="exchange.guide.bybit.rights" tags={bold} />,
      t('exchange.guide.bybit.mainAccount'),
    ],
    restrict: <Trans id="exchange.guide.bybit.restrict" tags={bold} />,
    last: t('exchange.guide.bybit.last'),
  }),
  okx: () => ({
    steps: [
      <Trans key="open" id="exchange.guide.okx.open" tags={bold} />,
      <Trans key="create" id="exchange.guide.okx.create" tags={bold} />,
      <Trans key="passphrase" id="exchange.guide.okx.passphrase" tags={bold} />,
      <Trans key="rights" id="exchange.guide.okx.rights" tags={bold} />,
    ],
    restrict: <Trans id="exchange.guide.okx.restrict" tags={bold} />,
    last: t('exchange.guide.okx.last'),
  }),
};

/** How to make a key that can only read, step by step, beside the fields that ask for it. */
export function KeyGuide({ platform }: { platform: string }) {
  const { egressAddress, platforms } = usePublicConfig();
  const guide = (guides[platform] ?? guides['binance']!)();
  const name = platforms.find(({ id }) => id === platform)?.name ?? t('exchange.guide.yourExchange');
  return (
    <Card title={t('exchange.guide.title', { exchange: name })} span={4} sticky>
      <ol className={styles.steps}>
        {guide.steps.map((step, index) => (
          // The steps of a guide never move.
          <li key={index}>{step}</li>
        ))}
        {egressAddress && (
          <li>
            <span>
              {guide.restrict}
              <span className={styles.address}>
                <code>{egressAddress}</code>
                <CopyButton text={egressAddress} label={t('exchange.guide.copyAddress')} compact />
              </span>
            </span>
          </li>
        )}
        <li>{guide.last}</li>
      </ol>
      <p className={styles.note}>
        <ShieldCheck size={18} aria-hidden="true" />
        <span>{t('exchange.guide.note')}</span>
      </p>
    </Card>
  );
}
