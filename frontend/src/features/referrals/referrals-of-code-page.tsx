import { Link, useParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { EmptyState } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { REFERRAL_CODE_PARAM, paths } from '../../config/routes';
import { useProfile } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { ReferralTable } from './referral-table';

/** Who came through a code: a member sees that of their own code alone, and the server says so too. */
export function ReferralsOfCodePage() {
  const { [REFERRAL_CODE_PARAM]: code = '' } = useParams();
  const { referralCode } = useProfile();
  const toOwn = (
    <Link to={paths.referrals} className={buttonClass()}>
      {t('referrals.own')}
    </Link>
  );
  if (code !== referralCode) {
    return (
      <Screen title={t('referrals.title')}>
        <Card>
          <EmptyState title={t('referrals.notYours.title')} action={toOwn}>
            {t('referrals.notYours.text')}
          </EmptyState>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen title={t('referrals.people')} intro={t('referrals.ofCode', { code })} actions={toOwn}>
      <Card flush>
        <ReferralTable code={code} />
      </Card>
    </Screen>
  );
}
