import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../components/layout/screen';
import { Direction } from '../../components/signal/signal-cells';
import { ApiError, fetchData, messageOf } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { SignalOddsRequestWire, SignalOddsWire } from '../../lib/wire/types';
import { oddsFields } from './signal-draft';
import styles from './signals.module.css';

const PAUSE_MILLISECONDS = 400;

/** Risk and reward of the signal as it stands in the form, counted by the server. `terms` are in the order of `oddsFields`. */
export function OddsCard({ terms }: { terms: readonly string[] }) {
  const paused = usePaused(terms, PAUSE_MILLISECONDS);
  const isWhole = paused.length === oddsFields.length && paused.every((term) => term.trim() !== '');
  const { data, error, isFetching } = useQuery({
    queryKey: ['signal-odds', paused],
    queryFn: ({ signal }) => {
      const json = Object.fromEntries(oddsFields.map((field, at) => [field, paused[at]])) as unknown as SignalOddsRequestWire;
      return fetchData<SignalOddsWire>('/admin/signals/preview', { method: 'POST', json, signal });
    },
    enabled: isWhole,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <Card title="Risk and reward" span={4} sticky>
      <div className={styles.odds} role="status" aria-busy={isFetching}>
        {!isWhole ? (
          <p className={styles.note}>Fill in trade type, leverage, entry, stop and targets to see risk and reward.</p>
        ) : error ? (
          <Refusal error={error} />
        ) : data ? (
          <Figures odds={data} />
        ) : (
          <p className={styles.note}>Counting…</p>
        )}
      </div>
    </Card>
  );
}

function Refusal({ error }: { error: Error }) {
  const sentences = error instanceof ApiError && error.fields.length > 0 ? error.fields.map(({ message }) => message) : [messageOf(error)];
  return (
    <>
      <p className={styles.refused}>These prices don’t fit together</p>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Figures({ odds: { side, risk, marginRisk, targets } }: { odds: SignalOddsWire }) {
  return (
    <>
      <Direction side={side} />
      <dl className={styles.figures}>
        <div>
          <dt>Risk to the stop</dt>
          <dd>{risk}%</dd>
        </div>
        <div>
          <dt>Share of the margin, with leverage</dt>
          <dd>{marginRisk}%</dd>
        </div>
        {targets.map(({ reward, ratio }, at) => (
          <div key={at}>
            <dt>Take profit {at + 1}</dt>
            <dd>
              {reward}% <span className={styles.ratio}>{ratio} × the risk</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>From the entry price, before fees and funding.</p>
    </>
  );
}
