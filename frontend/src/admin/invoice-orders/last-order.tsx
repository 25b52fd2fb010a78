import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { count } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import { Fact, Facts } from '../facts';

interface Order {
  requestedAt: string;
  count: number;
  total: string;
  finishedAt: string | null;
}

/** The last order to issue invoices. `left`: invoices that are not issued; `none`: there was no order. */
export function LastOrder({ order, left, none }: { order: Order | null; left: number; none: string }) {
  if (order === null) return <p>{none}</p>;
  return (
    <Facts>
      <Fact name="Ordered" value={<Moment at={order.requestedAt} />} />
      <Fact name="Invoices" value={`${count(order.count)} for ${dollars(order.total)}`} />
      <Fact
        name="State"
        value={
          order.finishedAt === null ? (
            <Badge tone="info">{`Being issued, ${count(left)} left`}</Badge>
          ) : (
            <>
              Finished <Moment at={order.finishedAt} />
            </>
          )
        }
      />
    </Facts>
  );
}
