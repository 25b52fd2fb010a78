import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { messageOf } from '../../lib/api';
import { deviceName } from '../../lib/format/device';
import { notify } from '../../lib/notify';
import { type OpenSession, endOpenSession, openSessionsQuery } from '../../lib/open-sessions';
import { Moment } from '../exchange/figures';
import { Badge } from '../feedback/badge';
import { Button } from '../feedback/button';
import { ErrorState, Skeleton } from '../feedback/states';
import { Card } from '../layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './security.module.css';

/** Where this account is signed in; each of the others can be ended. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(openSessionsQuery);
  return (
    <Card title={t('security.sessions.title')}>
      {error && !data ? (
        <ErrorState title={t('security.sessions.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.list} aria-label={t('security.sessions.list')} aria-busy={!data}>
          {data ? data.map((session) => <SessionItem key={session.id} session={session} />) : <Placeholder />}
        </ul>
      )}
    </Card>
  );
}

function Placeholder() {
  return (
    <li>
      <MonitorSmartphone size={18} aria-hidden="true" />
      <span className={styles.words}>
        <Skeleton width={160} height={20} />
        <Skeleton width={220} height={18} />
      </span>
    </li>
  );
}

function SessionItem({ session }: { session: OpenSession }) {
  const queryClient = useQueryClient();
  const name = deviceName(session.device);
  const tags = { since: <Moment at={session.createdAt} relative />, seen: <Moment at={session.lastSeenAt} relative /> };
  const end = useMutation({
    mutationFn: () => endOpenSession(session.id),
    onSuccess: () => notify.success(t('security.sessions.ended', { name })),
    onError: (error) => notify.error(messageOf(error)),
    // Also after a failure: it may have ended by itself meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey }),
  });
  return (
    <li>
      <MonitorSmartphone size={18} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name} title={session.device ?? undefined}>
          {name} {session.current && <Badge tone="up">{t('security.sessions.current')}</Badge>}
        </span>
        <span className={styles.hint}>
          {session.place ? (
            <Trans id="security.sessions.seenAt" values={{ place: session.place }} tags={tags} />
          ) : (
            <Trans id="security.sessions.seen" tags={tags} />
          )}
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          look="danger"
          busy={end.isPending}
          aria-label={t('security.sessions.endOf', { name })}
          onClick={() => end.mutate()}
        >
          {end.isPending ? t('security.sessions.ending') : t('security.sessions.end')}
        </Button>
      )}
    </li>
  );
}
