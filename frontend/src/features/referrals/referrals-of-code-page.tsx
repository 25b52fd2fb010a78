import { Link, useParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { EmptyState } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { REFERRAL_CODE_PARAM, paths } from '../../config/routes';
import { useProfile } from '../../lib/session';
import { ReferralTable } from './referral-table';

/** Who came through a code: a member sees that of their own code alone, and the server says so too. */
export function ReferralsOfCodePage() {
  const { [REFERRAL_CODE_PARAM]: code = '' } = useParams();
  const { referralCode } = useProfile();
  const toOwn = (
    <Link to={paths.referrals} className={buttonClass()}>
      Your referrals
    </Link>
  );
  if (code !== referralCode) {
    return (
      <Screen title="Referrals">
        <Card>
          <EmptyState title="This is not your code" action={toOwn}>
            You can see who registered with your own code. The people behind another one are not shown.
          </EmptyState>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen title="People you referred" intro={<>Registered with your code {code}, newest first.</>} actions={toOwn}>
      <Card flush>
        <ReferralTable code={code} />
      </Card>
    </Screen>
  );
}
