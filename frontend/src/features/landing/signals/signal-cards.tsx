import { Lock, LockOpen } from 'lucide-react';
import { utc } from '../../../lib/format/date';
import { magnitude, money, signed, signOf } from '../../../lib/format/decimal';
import { t } from '../../../lib/i18n/texts';
import type { EndedSignalWire, TrackRecordSignalWire } from '../../../lib/wire/types';
import { useQuietly } from '../later';
import section from '../../../components/site/section.module.css';
import styles from './signals.module.css';

const CARDS = 3;
/** Of the cards, where a signal has ended. */
const SEALED = 2;
/** The newest ones, among which one has usually ended. */
const ASKED = 25;
/** Bytes of a fingerprint that are shown. */
const SHOWN_BYTES = 8;

/** The first bytes of a leaf's hash, in groups of four hexadecimal digits. */
export function fingerprint(base64: string): string {
  const bytes = Uint8Array.from(atob(base64).slice(0, SHOWN_BYTES), (character) => character.charCodeAt(0));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${digits.match(/.{4}/g)?.join(' ') ?? ''} …`;
}

/** The two newest that run and the newest that has ended, or as many of one kind as there are. */
export function chosen(signals: readonly TrackRecordSignalWire[]): TrackRecordSignalWire[] {
  const [running, ended] = [signals.filter((signal) => !signal.ended), signals.filter((signal) => signal.ended)];
  const sealed = running.slice(0, Math.max(SEALED, CARDS - ended.length));
  return [...sealed, ...ended.slice(0, CARDS - sealed.length)];
}

/** The newest signals, each sealed while it runs. Nothing without an answer; `empty` before the first signal. */
export function SignalCards({ empty }: { empty: string }) {
  const newest = useQuietly<TrackRecordSignalWire[]>(`/track-record/signals?page=1&perPage=${ASKED}`);
  if (!newest) return null;
  const signals = chosen(newest);
  if (signals.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.cards}>
      {signals.map((signal) => (
        <li key={signal.log?.index ?? signal.publishedAt} className={`${section.card} ${styles.card}`}>
          {signal.ended ? <Opened signal={signal} /> : <Sealed />}
          {signal.log && (
            <dl className={styles.facts}>
              <dt>{t('landing.signals.fingerprint')}</dt>
              <dd className={styles.fingerprint} dir="ltr">
                {fingerprint(signal.log.hash)}
              </dd>
            </dl>
          )}
          <p className={styles.published}>{t('landing.signals.published', { at: utc(signal.publishedAt) })}</p>
        </li>
      ))}
    </ul>
  );
}

function Sealed() {
  return (
    <div className={styles.state}>
      <Lock size={20} strokeWidth={1.75} aria-hidden="true" />
      <h3>{t('landing.signals.sealed')}</h3>
      <p>{t('landing.signals.sealedText')}</p>
    </div>
  );
}

const TONES = { '1': styles.gain, '-1': styles.loss, '0': '' } as const;

function Opened({ signal: { symbol, side, outcome } }: { signal: EndedSignalWire }) {
  const { rNet } = outcome;
  return (
    <div className={styles.state}>
      <LockOpen size={20} strokeWidth={1.75} aria-hidden="true" />
      <h3>
        <bdi dir="ltr">{symbol}</bdi> · {t(`landing.signals.${side}`)}
      </h3>
      <p className={rNet === null ? '' : TONES[signOf(rNet)]}>
        {rNet === null ? (
          t('landing.signals.noTrade')
        ) : (
          <bdi dir="ltr">{t('landing.signals.result', { figure: signed(rNet, money(magnitude(rNet))) })}</bdi>
        )}
      </p>
    </div>
  );
}
