import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import { duration } from '../../lib/format/duration';
import type { SystemStateWire } from '../../lib/wire/types';
import { Fact, Facts } from '../facts';
import { LoadedCard } from '../loaded-card';
import type { useSystemState } from './operations-api';

export interface SystemCardProps {
  system: ReturnType<typeof useSystemState>;
}

/** As the load balancer sees it. */
const health = (state: string) => (state === 'ok' ? <Badge tone="up">In order</Badge> : <Badge tone="down">{state}</Badge>);

export function HealthCard({ system }: SystemCardProps) {
  return (
    <LoadedCard title="Health" span={6} query={system} failed="The health checks could not be loaded" height={220}>
      {({ health: { ready, checks, warnings = [] }, outbox }) => (
        <Facts>
          <Fact name="Ready for requests" value={ready ? <Badge tone="up">Yes</Badge> : <Badge tone="down">No</Badge>} />
          <Fact name="Database" value={health(checks.database)} />
          <Fact name="Queue" value={health(checks.queue)} />
          <Fact name="Migrations" value={health(checks.migrations)} />
          {warnings.map((warning) => (
            <Fact key={warning} name="Warning" value={<Badge tone="warn">{warning}</Badge>} />
          ))}
          <Fact name="Outbox" value={<Link to={consolePaths.queues}>{waitingOf(outbox)}</Link>} />
          <Fact name="Oldest unsent message" value={outbox.oldestAt === null ? 'None' : <Moment at={outbox.oldestAt} relative />} />
          <Fact name="Outbox overdue by" value={duration(outbox.lagSeconds)} />
        </Facts>
      )}
    </LoadedCard>
  );
}

function waitingOf({ waiting, sending, dead }: SystemStateWire['outbox']): string {
  return `${count(waiting)} waiting, ${count(sending)} in progress, ${count(dead)} given up`;
}
