import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { KeyBadge } from '../../components/exchange/key-badge';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf, request } from '../../lib/api';
import { day } from '../../lib/format/date';
import { mySyncQuery } from '../../lib/my-sync';
import { notify } from '../../lib/notify';
import type { Answer, ExchangeKeyWire } from '../../lib/wire/types';
import styles from './exchange-key.module.css';
import { exchangeKeyQuery, venueNames } from './exchange-key';

const trouble: Partial<Record<ExchangeKeyWire['state'], (key: ExchangeKeyWire) => string>> = {
  too_powerful: ({ rights }) =>
    `This key may do more than read: ${rights.join(', ')}. Take these rights away at the exchange and check again, or replace the key. Nothing is read with it until then.`,
  invalid: () => 'The exchange does not accept this key any more. Replace it; what was read stays.',
  unchecked: () => 'The exchange was out of reach when this key was given. It is asked again by itself.',
};

interface KeyCardProps {
  exchangeKey: ExchangeKeyWire | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The key in use: its end, what it may do, since when that is known, and the two things one can do with it. */
export function KeyCard({ exchangeKey, error, onRetry }: KeyCardProps) {
  if (error != null && !exchangeKey) {
    return (
      <Card title="Key" span={6}>
        <ErrorState title="Your key could not be loaded" error={error} onRetry={onRetry} />
      </Card>
    );
  }
  if (!exchangeKey) {
    return (
      <Card title="Key" span={6}>
        <Skeleton height={120} />
      </Card>
    );
  }
  const { state, hint, venue, restrictedByAddress, checkedAt, expiresAt, futuresAvailable, warnings } = exchangeKey;
  const facts: [string, React.ReactNode][] = [
    ['Exchange', venue === null ? '–' : (venueNames[venue] ?? venue)],
    ['Key', <code key="key">{hint ?? '–'}</code>],
    ['State', <KeyBadge key="state" state={state} />],
    ['Checked', <Moment key="checked" at={checkedAt} relative />],
    ['Works from', restrictedByAddress === null ? 'Not known' : restrictedByAddress ? 'Listed addresses only' : 'Any address'],
    ['Futures', futuresAvailable === null ? 'Not tried yet' : futuresAvailable ? 'Read' : 'Not available with this key'],
    ...(expiresAt === null ? [] : [['Ends by itself', day(expiresAt)] as [string, React.ReactNode]]),
  ];
  const problem = trouble[state]?.(exchangeKey);
  return (
    <Card title="Key" aside={hint && <KeyActions />} span={6}>
      {problem && (
        <div className={styles.problem}>
          <Notice kind={state === 'unchecked' ? 'info' : 'error'} title={problem} />
        </div>
      )}
      {warnings.map((warning) => (
        <div key={warning} className={styles.problem}>
          <Notice kind="warn" title={warning} />
        </div>
      ))}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function KeyActions() {
  const queryClient = useQueryClient();
  const [checking, setChecking] = useState(false);
  const [removing, setRemoving] = useState<{ busy: boolean; error?: unknown } | null>(null);
  const again = () => Promise.all([exchangeKeyQuery, mySyncQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
  const check = async () => {
    setChecking(true);
    try {
      const { body } = await request<Answer<ExchangeKeyWire>>('/me/exchange-key/check', { method: 'POST', json: {} });
      notify.success(body.message);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setChecking(false);
      await again();
    }
  };
  const remove = async () => {
    setRemoving({ busy: true });
    try {
      const { body } = await request<Answer<ExchangeKeyWire>>('/me/exchange-key', { method: 'DELETE' });
      notify.success(body.message);
      setRemoving(null);
      await again();
    } catch (error) {
      setRemoving({ busy: false, error });
    }
  };
  return (
    <span className={styles.actions}>
      <Button size="small" busy={checking} onClick={() => void check()}>
        {checking ? 'Checking…' : 'Check again'}
      </Button>
      <Button size="small" look="quiet" onClick={() => setRemoving({ busy: false })}>
        Remove
      </Button>
      {removing && (
        <ConfirmDialog
          title="Remove your exchange key?"
          action="Remove key"
          running="Removing…"
          busy={removing.busy}
          error={removing.error}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(null)}
        >
          We delete the key at once and stop reading your account. What was read so far stays and is not renewed. Delete the key at the
          exchange as well.
        </ConfirmDialog>
      )}
    </span>
  );
}
