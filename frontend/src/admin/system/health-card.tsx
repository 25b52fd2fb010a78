import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import { duration } from '../../lib/format/duration';
import type { SystemStateWire } from '../../lib/wire/types';
import { Facts } from './facts';
import type { useSystemState } from './operations-api';

export interface SystemCardProps {
  system: ReturnType<typeof useSystemState>;
}

/** As the load balancer sees it. */
const health = (state: string) => (state === 'ok' ? <Badge tone="up">In order</Badge> : <Badge tone="down">{state}</Badge>);

export function HealthCard({ system: { data, error, refetch } }: SystemCardProps) {
  return (
    <Card title="Health" busy={data === undefined && !error} span={6}>
      {error && data === undefined ? (
        <ErrorState title="The health could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={220} />
      ) : (
        <Facts
          facts={[
            { label: 'Ready for requests', value: data.health.ready ? <Badge tone="up">Yes</Badge> : <Badge tone="down">No</Badge> },
            { label: 'Database', value: health(data.health.checks.database) },
            { label: 'Queue', value: health(data.health.checks.queue) },
            { label: 'Migrations', value: health(data.health.checks.migrations) },
            ...(data.health.warnings ?? []).map((warning) => ({ label: 'Warning', value: <Badge tone="warn">{warning}</Badge> })),
            { label: 'Outbox', value: <Link to={consolePaths.queues}>{waitingOf(data.outbox)}</Link> },
            {
              label: 'Oldest unsent message',
              value: data.outbox.oldestAt === null ? 'None' : <Moment at={data.outbox.oldestAt} relative />,
            },
            { label: 'Outbox overdue by', value: duration(data.outbox.lagSeconds) },
          ]}
        />
      )}
    </Card>
  );
}

function waitingOf({ waiting, sending, dead }: SystemStateWire['outbox']): string {
  return `${count(waiting)} waiting, ${count(sending)} in progress, ${count(dead)} given up`;
}
