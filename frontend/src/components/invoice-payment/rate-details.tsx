import { Moment } from '../exchange/moment';
import { price } from '../../lib/format/decimal';
import { venueName } from '../../lib/format/venue';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { QuoteWire } from '../../lib/wire/types';
import styles from './invoice-payment.module.css';
import { coinSum } from './payment-view';

const dollars = (value: string) => invoiceAmount(price(value));

/** How the amount came about, for those who want to know. */
export function RateDetails({ quote }: { quote: QuoteWire }) {
  const { coin, rate, usd, isExact, sources } = quote;
  return (
    <details className={styles.rate}>
      <summary>{t('pay.rate.summary')}</summary>
      <p>{t('pay.rate.rate', { rate: isolate(`1 ${coin} = ${dollars(rate)}`), usd: invoiceAmount(usd), sum: coinSum(quote) })}</p>
      {isExact && <p>{t('pay.rate.tag')}</p>}
      {sources.length > 0 && (
        <>
          <p>{t('pay.rate.sources')}</p>
          <ul>
            {sources.map(({ venue, price: bid, at }) => (
              <li key={venue}>
                <Trans
                  id="pay.rate.source"
                  values={{ venue: isolate(venueName(venue)), price: dollars(bid) }}
                  tags={{ moment: <Moment at={at} /> }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
