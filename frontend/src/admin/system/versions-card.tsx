import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { type Fact, Facts } from './facts';
import type { SystemCardProps } from './health-card';

export function VersionsCard({ system: { data, error, refetch } }: SystemCardProps) {
  return (
    <Card title="Versions" busy={data === undefined && !error} span={6}>
      {error && data === undefined ? (
        <ErrorState title="The versions could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={220} />
      ) : (
        <Facts
          facts={[
            { label: 'Tidemark', value: data.versions.app },
            { label: 'Node.js', value: data.versions.node },
            { label: 'Database', value: data.versions.database },
            { label: 'Queues', value: `BullMQ on ${data.versions.queue}` },
            { label: 'Migrations applied', value: count(data.migrations.applied) },
            ...lastMigration(data.migrations.last),
            { label: 'Migrations pending', value: data.migrations.pending.length === 0 ? 'None' : data.migrations.pending.join(', ') },
          ]}
        />
      )}
    </Card>
  );
}

const lastMigration = (name: string | null): Fact[] => (name === null ? [] : [{ label: 'Last migration', value: name }]);
