import { useSearchParams } from 'react-router';
import { Card, Screen } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { consolePaths } from '../../config/console-routes';
import { DeadLetterList } from './dead-letter-list';
import { FailedJobList } from './failed-job-list';
import { JobBoard } from './job-board';

const tabs = [
  { id: 'jobs', label: 'Jobs', Content: JobBoard },
  { id: 'failed-jobs', label: 'Failed jobs', Content: FailedJobList },
  { id: 'dead-letters', label: 'Dead letters', Content: DeadLetterList },
] as const;

/** What runs in the background, what has failed there, and what was given up. */
export function QueuesScreen() {
  const [search] = useSearchParams();
  const current = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const { Content } = current;
  return (
    <Screen title="Queues" intro="Background jobs. Failed jobs and dead letters stay here until you retry or drop them.">
      <Card flush>
        <Tabs
          label="Queues"
          tabs={tabs.map(({ id, label }) => ({ to: `${consolePaths.queues}?tab=${id}`, label, current: id === current.id }))}
        />
        <Content key={current.id} />
      </Card>
    </Screen>
  );
}
