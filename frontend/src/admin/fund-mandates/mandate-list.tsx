import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Dollars } from '../../components/fund/dollars';
import { Card, Grid, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { FundMandateWire } from '../../lib/wire/types';
import { choiceFilter, searchFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import { FundBook } from './fund-book';
import { OpenRedemptions } from './open-redemptions';
import { MandateBadge, daysText, stateNames } from './mandate-words';

const REFRESH_MILLISECONDS = 60_000;
const NOT_STARTED = 'Not started';

const filters = [searchFilter('Search name'), choiceFilter('state', 'State', Object.entries(stateNames))];
const sorts = [
  { by: 'signedAt', order: 'desc' },
  { by: 'state', order: 'asc' },
  { by: 'equity', order: 'desc' },
  { by: 'owed', order: 'desc' },
] as const;
const columns: readonly Column<FundMandateWire>[] = [
  { id: 'client', header: 'Client', cell: (row) => <Link to={consolePaths.fundMandate(row.id)}>{row.fullName}</Link>, phone: 'title' },
  { id: 'state', header: 'State', cell: (row) => <MandateBadge state={row.state} />, phone: 'title', sort: 'state' },
  {
    id: 'equity',
    header: 'Value',
    cell: (row) => <Dollars value={row.equity} unknown={NOT_STARTED} />,
    align: 'end',
    phone: 'figure',
    sort: 'equity',
  },
  {
    id: 'owed',
    header: 'Fees owed',
    cell: (row) => <Dollars value={row.owed} unknown={NOT_STARTED} />,
    align: 'end',
    phone: 'figure',
    sort: 'owed',
  },
  { id: 'waiting', header: 'Days without a valuation', cell: (row) => <WaitingDays days={row.waitingDays} />, align: 'end' },
  { id: 'signed', header: 'Signed', cell: (row) => <Moment at={row.signedAt} />, sort: 'signedAt' },
  { id: 'start', header: 'Start', cell: (row) => <Moment at={row.startsAt} /> },
  { id: 'terms', header: 'Terms', cell: (row) => row.termsVersion },
];
const empty = {
  title: 'No mandates yet',
  text: 'Mandates appear here when hedge fund members sign the terms.',
  filtered: { title: 'Nothing found', text: 'No mandate matches these filters. Clear them to see every mandate.' },
};

function WaitingDays({ days }: { days: number | null }) {
  if (days === null) return <span title={NOT_STARTED}>–</span>;
  return days === 0 ? <>None</> : <Badge tone="warn">{daysText(days)}</Badge>;
}

/** Every mandate, above it the sums of those that run. */
export function MandateList() {
  return (
    <Screen title="Fund mandates" intro="Fund mandates, newest first. Select a name to countersign or to see figures.">
      <Grid>
        <FundBook />
        <OpenRedemptions />
        <Card span={12} flush>
          <ResourceList<FundMandateWire>
            resource="fund-mandates"
            caption="Fund mandates"
            columns={columns}
            filters={filters}
            sorts={sorts}
            refresh={() => REFRESH_MILLISECONDS}
            empty={empty}
          />
        </Card>
      </Grid>
    </Screen>
  );
}
