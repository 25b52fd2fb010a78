import { CopyButton } from '../../components/feedback/copy-button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { invitationLink } from '../../lib/invitation';
import { useProfile } from '../../lib/session';
import { ReferralTable } from './referral-table';
import styles from './referrals-page.module.css';

/** The member's referral code, the link that carries it, and who came through it. */
export function ReferralsPage() {
  const { referralCode } = useProfile();
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
          <ReferralTable />
        </Card>
      </Grid>
    </Screen>
  );
}
