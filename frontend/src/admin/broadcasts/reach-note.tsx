import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import type { BroadcastReachWire } from '../../lib/wire/types';
import styles from './broadcasts.module.css';

export const people = (n: number): string => (n === 1 ? '1 person' : `${count(n)} people`);

/** Whom a broadcast reaches, and who falls away and why, in sentences. */
export function reachSentences({ people: all, unreachable, refusedNews, bouncing, recipients }: BroadcastReachWire): string {
  const away = [
    ...(refusedNews > 0 ? [`${count(refusedNews)} unsubscribed from news`] : []),
    ...(bouncing > 0 ? [`${count(bouncing)} ${bouncing === 1 ? 'has an address' : 'have addresses'} that can’t receive emails`] : []),
    ...(unreachable > 0 ? [`${count(unreachable)} ${unreachable === 1 ? 'has' : 'have'} no confirmed, active account`] : []),
  ];
  const match = all === 1 ? 'matches' : 'match';
  const without = away.length === 0 ? '' : ` Of these, ${away.join(', ')}.`;
  const get = recipients === 1 ? '1 person gets' : `${people(recipients)} get`;
  return `${people(all)} ${match}.${without} ${get} this email.`;
}

/** The count for the audience of a draft, as of now. */
export function ReachNote({ reach: { data, error, isFetching } }: { reach: UseQueryResult<BroadcastReachWire> }) {
  return (
    <div className={styles.reach} role="status" aria-label="Recipients" aria-busy={isFetching}>
      {error ? (
        <p className={styles.refused}>{messageOf(error)}</p>
      ) : data ? (
        <>
          <p>{reachSentences(data)}</p>
          {data.lacking.map(({ field, people: n }) => (
            <p key={field} className={styles.refused}>
              {people(n)} {n === 1 ? 'has' : 'have'} no value for {`{{${field}}}`}. Add a fallback, for example {`{{${field}|friend}}`}.
            </p>
          ))}
        </>
      ) : (
        <p>Counting…</p>
      )}
    </div>
  );
}
