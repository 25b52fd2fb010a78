import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { Moment } from './figures';

/** Shows when the balances of an account were last read: the one "as of" of every screen that shows an account. */
export function LastSynced({ at }: { at: string | null }) {
  if (at === null) return <>{t('exchange.synced.never')}</>;
  return <Trans id="exchange.synced.last" tags={{ moment: <Moment at={at} relative /> }} />;
}
