import { useQuery } from '@tanstack/react-query';
import { Dollars } from '../../components/fund/dollars';
import { fetchData } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import type { FundBookWire } from '../../lib/wire/types';
import { Fact, Facts } from '../facts';
import { LoadedCard } from '../loaded-card';

export const BOOK_QUERY = 'fund-book';

/** Sums over all running mandates. */
export function FundBook() {
  const query = useQuery({
    queryKey: [BOOK_QUERY],
    queryFn: ({ signal }) => fetchData<FundBookWire>('/admin/fund-book', { signal }),
  });
  return (
    <LoadedCard title="All running mandates" span={12} query={query} failed="The totals could not be loaded" height={52}>
      {(book) => (
        <Facts look="grid">
          <Fact name="Clients" value={count(book.clients)} />
          <Fact name="Value at the latest valuations" value={<Dollars value={book.equity} />} />
          <Fact name="Fees owed" value={<Dollars value={book.owed} />} />
          <Fact name="Waiting for our signature" value={count(book.waitingSignatures)} />
          <Fact name="With missing valuations" value={count(book.withWaitingDays)} />
        </Facts>
      )}
    </LoadedCard>
  );
}
