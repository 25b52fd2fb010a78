import { useState } from 'react';
import { Link } from 'react-router';
import { KeyGuide } from '../../components/exchange/key-guide';
import { Notice } from '../../components/feedback/notice';
import { buttonClass } from '../../components/feedback/button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { homePath } from '../../lib/home-path';
import { useRejectionReason } from '../../lib/my-kyc';
import { usePublicConfig } from '../../lib/public-config';
import { useProfile } from '../../lib/session';
import { KycForm } from './kyc-form';

export function KycPage() {
  const profile = useProfile();
  const { platforms } = usePublicConfig();
  const [platform, setPlatform] = useState<string | null>(null);
  const reason = useRejectionReason(profile.kycStatus);
  const isOpen = profile.kycStatus === null || profile.kycStatus === 'rejected';
  const home = (
    <Link to={homePath(profile.role)} className={buttonClass()}>
      Go to your dashboard
    </Link>
  );
  if (!isOpen || profile.membership === null) {
    return (
      <Screen title="Verification" width="narrow" actions={home}>
        {profile.kycStatus === 'approved' ? (
          <Notice kind="success" title="You are verified">
            Your documents and your exchange key have been accepted. There is nothing left to send.
          </Notice>
        ) : (
          <Notice kind="info" title="We have your documents">
            An admin looks at them next. You get a mail as soon as that is decided; there is nothing to do until then.
          </Notice>
        )}
      </Screen>
    );
  }
  return (
    <Screen title="Verification" width="narrow" intro="Three things: who you are, where you live, and a key that lets us read your exchange account.">
      <Grid>
        <Card span={8}>
          {profile.kycStatus === 'rejected' && (
            <Notice kind="warn" title="Your last submission was not accepted">
              {reason === null ? 'The reason stands in the mail we sent you.' : `“${reason}”`} Please send everything again.
            </Notice>
          )}
          <KycForm membership={profile.membership} onPlatform={setPlatform} />
        </Card>
        <KeyGuide platform={platform ?? platforms[0]?.id ?? 'binance'} />
      </Grid>
    </Screen>
  );
}
