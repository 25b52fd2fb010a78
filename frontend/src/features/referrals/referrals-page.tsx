import { CopyButton } from '../../components/feedback/copy-button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { invitationLink } from '../../lib/invitation';
import { useProfile } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { ReferralTable } from './referral-table';
import styles from './referrals-page.module.css';

/** The member's referral code, the link that carries it, and who came through it. */
export function ReferralsPage() {
  const { referralCode } = useProfile();
  const link = invitationLink(referralCode);
  return (
    <Screen title={t('referrals.title')} intro={t('referrals.intro')}>
      <Grid>
        <Card title={t('referrals.code')} span={4}>
          <p className={styles.value}>
            <code>{referralCode}</code>
          </p>
          <CopyButton text={referralCode} label={t('referrals.copyCode')} />
        </Card>
        <Card title={t('referrals.link')} span={8}>
          <p className={styles.value}>
            <code>{link}</code>
          </p>
          <CopyButton text={link} label={t('referrals.copyLink')} />
        </Card>
        <Card title={t('referrals.people')} flush>
          <ReferralTable />
        </Card>
      </Grid>
    </Screen>
  );
}
