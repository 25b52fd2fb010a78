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
import { english } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import styles from './exchange-key.module.css';
import { exchangeKeyQuery, venueNames } from './exchange-key';

function problemOf({ state, rights }: ExchangeKeyWire): string | null {
  switch (state) {
    case 'too_powerful':
      return t('exchange-key.key.tooPowerful', { rights: rights.join(', ') });
    case 'invalid':
      return t('exchange-key.key.invalid');
    case 'unchecked':
      return t('exchange-key.key.unchecked');
    default:
      return null;
  }
}

interface KeyCardProps {
  exchangeKey: ExchangeKeyWire | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The key in use: its end, what it may do, since when that is known, and the two things one can do with it. */
export function KeyCard({ exchangeKey, error, onRetry }: KeyCardProps) {
  if (error != null && !exchangeKey) {
    return (
      <Card title={t('exchange-key.key.title')} span={6}>
        <ErrorState title={t('exchange-key.key.failed')} error={error} onRetry={onRetry} />
      </Card>
    );
  }
  if (!exchangeKey) {
    return (
      <Card title={t('exchange-key.key.title')} span={6}>
        <Skeleton height={120} />
      </Card>
    );
  }
  const { state, hint, venue, restrictedByAddress, checkedAt, expiresAt, futuresAvailable, warnings } = exchangeKey;
  const facts: [string, React.ReactNode][] = [
    [t('exchange-key.key.exchange'), venue === null ? '–' : (venueNames[venue] ?? venue)],
    [t('exchange-key.key.title'), <code key="key">{hint ?? '–'}</code>],
    [t('exchange-key.key.state'), <KeyBadge key="state" state={state} />],
    [t('exchange-key.key.checked'), <Moment key="checked" at={checkedAt} relative />],
    [
      t('exchange-key.key.worksFrom'),
      restrictedByAddress === null
        ? t('exchange-key.key.notKnown')
        : restrictedByAddress
          ? t('exchange-key.key.listedAddresses')
          : t('exchange-key.key.anyAddress'),
    ],
    [
      t('exchange-key.key.futures'),
      futuresAvailable === null
        ? t('exchange-key.key.futuresNotTried')
        : futuresAvailable
          ? t('exchange-key.key.futuresRead')
          : t('exchange-key.key.futuresUnavailable'),
    ],
    ...(expiresAt === null ? [] : [[t('exchange-key.key.expires'), day(expiresAt)] as [string, React.ReactNode]]),
  ];
  const problem = problemOf(exchangeKey);
  return (
    <Card title={t('exchange-key.key.title')} aside={hint && <KeyActions />} span={6}>
      {problem && (
        <div className={styles.problem}>
          <Notice kind={state === 'unchecked' ? 'info' : 'error'} title={problem} />
        </div>
      )}
      {warnings.map((warning) => (
        <div key={warning} className={styles.problem} {...english}>
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
        {checking ? t('exchange-key.key.checking') : t('exchange-key.key.check')}
      </Button>
      <Button size="small" look="quiet" onClick={() => setRemoving({ busy: false })}>
        {t('exchange-key.key.remove')}
      </Button>
      {removing && (
        <ConfirmDialog
          title={t('exchange-key.key.removeTitle')}
          action={t('exchange-key.key.removeAction')}
          running={t('exchange-key.key.removing')}
          busy={removing.busy}
          error={removing.error}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(null)}
        >
          {t('exchange-key.key.removeText')}
        </ConfirmDialog>
      )}
    </span>
  );
}
