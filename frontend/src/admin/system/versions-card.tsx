import { count } from '../../lib/format/decimal';
import { Fact, Facts } from '../facts';
import { LoadedCard } from '../loaded-card';
import type { SystemCardProps } from './health-card';

export function VersionsCard({ system }: SystemCardProps) {
  return (
    <LoadedCard title="Versions" span={6} query={system} failed="The versions could not be loaded" height={220}>
      {({ versions, migrations: { applied, last, pending } }) => (
        <Facts>
          <Fact name="Tidemark" value={versions.app} />
          <Fact name="Node.js" value={versions.node} />
          <Fact name="Database" value={versions.database} />
          <Fact name="Queues" value={`BullMQ on ${versions.queue}`} />
          <Fact name="Migrations applied" value={count(applied)} />
          {last !== null && <Fact name="Last migration" value={last} />}
          <Fact name="Migrations pending" value={pending.length === 0 ? 'None' : pending.join(', ')} />
        </Facts>
      )}
    </LoadedCard>
  );
}
