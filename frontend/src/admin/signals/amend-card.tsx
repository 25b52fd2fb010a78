import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRefresh } from 'react-admin';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import type { SignalWire } from '../../lib/wire/types';
import { AmendDialog } from './amend-dialog';
import { type Kind, amendmentsQuery } from './amendments';
import styles from './signals.module.css';

const labels: Record<Kind, string> = { move_stop: 'Move the stop', close_now: 'Close now', cancel: 'Cancel the signal' };

/** What may still be said of a signal. */
export function AmendCard({ signal }: { signal: SignalWire }) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Kind | null>(null);
  const query = amendmentsQuery(signal.id);
  const { data, error, refetch } = useQuery(query);
  const again = () => {
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
    refresh();
  };
  return (
    <Card title="Update this signal" span={6}>
      {data === undefined ? (
        error ? (
          <ErrorState title="The possible updates could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={72} />
        )
      ) : data.may.length === 0 ? (
        <p className={styles.note}>This signal has ended or was closed by hand. It can’t be updated anymore.</p>
      ) : (
        <>
          <p className={styles.note}>
            Members are notified immediately. Updates are published with the signal and in the log and can’t be withdrawn.
          </p>
          <div className={styles.acts}>
            {data.may.map((kind) => (
              <Button key={kind} look={kind === 'move_stop' ? 'secondary' : 'danger'} onClick={() => setAsked(kind)}>
                {labels[kind]}
              </Button>
            ))}
          </div>
        </>
      )}
      {asked && <AmendDialog key={asked} signal={signal} kind={asked} onClose={() => setAsked(null)} onDone={again} />}
    </Card>
  );
}
