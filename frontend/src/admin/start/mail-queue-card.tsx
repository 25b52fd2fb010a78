import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import { Facts } from '../system/facts';
import { useMailQueue } from './dashboard-api';

/** Letters that have not left: many that wait, or one that waits for long, mean that the mail server is away. */
export function MailQueueCard() {
  const { data, error, refetch } = useMailQueue();
  const figure = (value: number | undefined) => (value === undefined ? <Skeleton width={40} /> : count(value));
  return (
    <Card title="Mail queue" aside={<Link to={consolePaths.queues}>Queues</Link>} busy={data === undefined && !error} span={6}>
      {error && data === undefined ? (
        <ErrorState title="The mail queue could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Facts
          facts={[
            { label: 'Waiting', value: figure(data?.waiting) },
            { label: 'Being sent', value: figure(data?.sending) },
            {
              label: 'Oldest waiting since',
              value:
                data === undefined ? (
                  <Skeleton width={80} />
                ) : data.oldestAt === null ? (
                  <span title="Every letter has left">–</span>
                ) : (
                  <Moment at={data.oldestAt} relative />
                ),
            },
            { label: 'Broadcast mails waiting', value: figure(data?.broadcastWaiting) },
            {
              label: 'Given up',
              value:
                data === undefined ? (
                  <Skeleton width={40} />
                ) : (
                  <Link to={`${consolePaths.queues}?tab=dead-letters`}>
                    {data.dead > 0 ? (
                      <Badge tone="down">
                        {count(data.dead)}
                        <span className="visually-hidden"> given up</span>
                      </Badge>
                    ) : (
                      'None'
                    )}
                  </Link>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
