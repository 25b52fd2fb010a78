import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../components/feedback/copy-button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { invitationLink } from '../../lib/invitation';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { Referral } from '../../lib/wire/referrals';
import { fetchReferrals } from './api/get-referrals';
import styles from './referrals-page.module.css';

const columns: readonly Column<Referral>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'surname', header: 'Surname', cell: (row) => row.surname, phone: 'title' },
  { id: 'first-name', header: 'First name', cell: (row) => row.firstName, phone: 'title' },
  { id: 'country', header: 'Country', cell: (row) => row.country, phone: 'detail' },
];

/** The member's referral code, the link that carries it, and who came through it. */
export function ReferralsPage() {
  const { referralCode, userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const query = useQuery({
    queryKey: ['referrals', userId, page, perPage],
    queryFn: ({ signal }) => fetchReferrals({ page, perPage, signal }),
    placeholderData: keepPreviousData,
  });
  const link = invitationLink(referralCode);
  return (
    <Screen title="Referrals" intro="Whoever registers through your link is counted as referred by you.">
      <Grid>
        <Card title="Your code" span={4}>
          <p className={styles.value}>
            <code>{referralCode}</code>
          </p>
          <CopyButton text={referralCode} label="Copy code" />
        </Card>
        <Card title="Your registration link" span={8}>
          <p className={styles.value}>
            <code>{link}</code>
          </p>
          <CopyButton text={link} label="Copy link" />
        </Card>
        <Card title="People you referred" flush>
          <DataTable
            caption="People you referred"
            columns={columns}
            rows={query.data?.rows}
            // These records carry no id; their place on the page is all they have.
            rowKey={(_, index) => `${page}:${index}`}
            error={query.error}
            onRetry={() => void query.refetch()}
            refreshing={query.isPlaceholderData}
            skeletonRows={3}
            empty={{ title: 'Nobody yet', text: 'People appear here once they have registered with your code.' }}
            pager={{ page, perPage, total: query.data?.total, onPage: setPage, onPerPage: setPerPage }}
          />
        </Card>
      </Grid>
    </Screen>
  );
}
