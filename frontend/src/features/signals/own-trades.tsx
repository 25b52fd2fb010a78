import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Hideable } from '../../components/amounts/hideable';
import { Gain, Moment, Quantity } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { FactList } from '../../components/signal/fact-list';
import { paths } from '../../config/routes';
import { exact, magnitude, money, price, signOf, UNKNOWN } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import type { OwnTradesWire, SignalStanceWire } from '../../lib/wire/types';
import styles from './mark-card.module.css';

type Entry = NonNullable<OwnTradesWire['entry']>;

/** The average entry compared with the signal's own, in percent with two decimals. */
function comparison({ slippage, modelPrice }: Entry): string {
  const share = money(`${magnitude(slippage)}e2`);
  const words = { price: exact(modelPrice), percent: t('common.format.percent', { figure: share }) };
  // A difference that is rounded to nothing is none.
  const sign = /[1-9]/.test(share) ? signOf(slippage) : 0;
  return t(sign === 0 ? 'signals.own.same' : sign > 0 ? 'signals.own.worse' : 'signals.own.better', words);
}

/** The member's synced fills in a signal, or why there are none. */
export function OwnTrades({ trades, stance }: { trades: OwnTradesWire; stance: SignalStanceWire | null }) {
  const { entry, unknown, symbol, lastSyncedAt, isBehind } = trades;
  return (
    <>
      {entry && stance === 'passed' && <Notice kind="warn">{t('signals.own.passedButFilled')}</Notice>}
      {!entry && stance === 'taken' && <Notice kind="info">{t('signals.own.takenNoFill')}</Notice>}
      {entry ? (
        <Figures trades={trades} entry={entry} />
      ) : (
        <p>
          {UNKNOWN} {t(`signals.own.none.${unknown ?? 'computing'}`, { symbol })}
        </p>
      )}
      {unknown === 'no-account' && (
        <div>
          <Link to={paths.exchangeKey} className={buttonClass({ size: 'small' })}>
            {t('signals.own.connect')}
          </Link>
        </div>
      )}
      {lastSyncedAt !== null && (
        <p className={styles.note}>
          <Trans id="signals.own.synced" tags={{ moment: <Moment at={lastSyncedAt} /> }} />
          {isBehind && entry && ` ${t('signals.own.behind')}`}
        </p>
      )}
      {(entry || unknown === 'no-fills') && <p className={styles.note}>{t('signals.own.rules')}</p>}
    </>
  );
}

function Figures({ trades: { symbol, exit }, entry }: { trades: OwnTradesWire; entry: Entry }) {
  const [base = '', quote = ''] = symbol.split('/');
  const unknown = (reason: string): ReactNode => (
    <>
      {UNKNOWN} <span className={styles.note}>{reason}</span>
    </>
  );
  const nothing = unknown(t('signals.own.nothingClosed'));
  return (
    <FactList
      facts={[
        [t('signals.own.entry'), price(entry.price)],
        [t('signals.own.slippage'), comparison(entry)],
        [t('signals.own.quantity'), <Quantity key="quantity" value={entry.quantity} unit={base} />],
        [
          t('signals.own.exit'),
          exit ? (
            <Trans
              key="exit"
              id="signals.own.exitOf"
              values={{ price: price(exit.price) }}
              tags={{ quantity: <Quantity value={exit.quantity} unit={base} /> }}
            />
          ) : (
            nothing
          ),
        ],
        [
          t('signals.own.result'),
          !exit ? (
            nothing
          ) : exit.profit === null ? (
            unknown(t('signals.own.unvalued'))
          ) : (
            <span key="result" className={styles.result}>
              <Gain value={exit.profit} /> <Hideable>{quote}</Hideable>
            </span>
          ),
        ],
      ]}
    />
  );
}
