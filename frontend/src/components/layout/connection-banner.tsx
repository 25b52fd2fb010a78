import { CloudOff, WifiOff } from 'lucide-react';
import { type Connection, checkConnection, useConnection } from '../../lib/connection';
import { useFiguresTime } from '../../lib/figures-time';
import { Moment } from '../exchange/moment';
import styles from './connection-banner.module.css';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';

/** Says that the server gives no answer, from when the figures on the screen are, and lets the member try at once. */
export function ConnectionBanner() {
  const connection = useConnection();
  // The region is there before its text: only then a screen reader announces it.
  return (
    <div role="status" className={styles.place}>
      {connection !== 'online' && <Outage connection={connection} />}
    </div>
  );
}

function Outage({ connection }: { connection: Connection }) {
  const time = useFiguresTime();
  const Icon = connection === 'offline' ? WifiOff : CloudOff;
  return (
    <div className={styles.banner}>
      <Icon size={16} aria-hidden="true" />
      <p>
        <strong>{connection === 'offline' ? t('shell.connection.offline') : t('shell.connection.unreachable')}</strong>{' '}
        {time !== null && (
          <span>
            <Trans id="shell.connection.figuresOf" tags={{ moment: <Moment at={time} /> }} />
          </span>
        )}
      </p>
      <button type="button" className={styles.retry} onClick={checkConnection}>
        {t('shell.connection.tryNow')}
      </button>
    </div>
  );
}
