import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { ErrorState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { count } from '../../lib/format/decimal';
import { Fact, Facts } from '../facts';
import { useMailQueue } from './dashboard-api';

function Oldest({ at }: { at: string | null }) {
  return at === null ? <span title="All emails have been sent">–</span> : <Moment at={at} relative />;
}

function GivenUp({ dead }: { dead: number }) {
  return (
    <Link to={`${consolePaths.queues}?tab=dead-letters`}>
      {dead > 0 ? (
        <Badge tone="down">
          {count(dead)}
          <span className="visually-hidden"> given up</span>
        </Badge>
      ) : (
        'None'
      )}
    </Link>
  );
}

/** Emails that are not sent yet: many that wait, or one that waits for long, mean that the mail server is away. */
export function MailQueueCard() {
  const { data, error, refetch } = useMailQueue();
  return (
    <Card title="Email queue" aside={<Link to={consolePaths.queues}>Queues</Link>} busy={data === undefined && !error} span={6}>
      {error && data === undefined ? (
        <ErrorState title="The email queue could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Facts>
          <Fact name="Waiting" value={data && count(data.waiting)} />
          <Fact name="Being sent" value={data && count(data.sending)} />
          <Fact name="Oldest waiting since" value={data && <Oldest at={data.oldestAt} />} />
          <Fact name="Broadcast emails waiting" value={data && count(data.broadcastWaiting)} />
          <Fact name="Given up" value={data && <GivenUp dead={data.dead} />} />
        </Facts>
      )}
    </Card>
  );
}
