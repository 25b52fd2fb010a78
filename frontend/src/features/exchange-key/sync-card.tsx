import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { RunProgress } from '../../components/exchange/run-progress';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf, request } from '../../lib/api';
import { useLiveRuns } from '../../lib/live-runs';
import { mySyncQuery } from '../../lib/my-sync';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { MySyncWire } from '../../lib/wire/types';
import { exchangeKeyQuery } from './exchange-key';
import { t } from '../../lib/i18n/texts';
import styles from './exchange-key.module.css';

/** When the account was last read, when it will be, and a way to have it read now; progress shows as it happens. */
export function SyncCard({ sync }: { sync: MySyncWire | undefined }) {
  const { userId } = useProfile();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const again = () =>
    Promise.all(
      [mySyncQuery.queryKey, exchangeKeyQuery.queryKey, ['wallet'], ['history']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const run = useLiveRuns(() => void again()).get(userId);
  const syncNow = async () => {
    setAsking(true);
    try {
      await request('/me/sync', { method: 'POST', json: {} });
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setAsking(false);
      await again();
    }
  };
  if (!sync) {
    return (
      <Card title={t('exchange-key.sync.title')} span={6}>
        <Skeleton height={120} />
      </Card>
    );
  }
  const busy = asking || isUnderWay(run?.state ?? sync.lastRun?.state ?? null);
  return (
    <Card
      title={t('exchange-key.sync.title')}
      aside={
        sync.keyState === 'valid' && (
          <Button size="small" busy={busy} icon={<RefreshCw size={15} aria-hidden="true" />} onClick={() => void syncNow()}>
            {busy ? t('exchange-key.sync.running') : t('exchange-key.sync.now')}
          </Button>
        )
      }
      span={6}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('exchange-key.sync.lastRun')}</dt>
          <dd>
            {run ? (
              <SyncBadge state={run.state} />
            ) : (
              <SyncBadge state={sync.lastRun?.state ?? null} kind={sync.lastRun?.kind ?? null} reason={sync.lastRun?.error ?? null} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('exchange-key.sync.lastSynced')}</dt>
          <dd>
            <Moment at={sync.lastSyncedAt} relative />
          </dd>
        </div>
        <div>
          <dt>{t('exchange-key.sync.next')}</dt>
          <dd>
            <Moment at={sync.nextSyncAt} />
          </dd>
        </div>
      </dl>
      {run && <RunProgress state={run.state} progress={run.progress} />}
      {!run && sync.lastRun?.state === 'failed' && sync.lastRun.error && <Notice kind="warn" title={sync.lastRun.error} />}
    </Card>
  );
}
