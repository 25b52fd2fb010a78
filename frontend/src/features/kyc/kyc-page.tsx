import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { KeyGuide } from '../../components/exchange/key-guide';
import { Notice } from '../../components/feedback/notice';
import { buttonClass } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { homePath } from '../../lib/home-path';
import { kycQuery } from '../../lib/my-kyc';
import { usePublicConfig } from '../../lib/public-config';
import { useProfile } from '../../lib/session';
import { KycForm } from './kyc-form';

export function KycPage() {
  const profile = useProfile();
  const { platforms } = usePublicConfig();
  const [platform, setPlatform] = useState<string | null>(null);
  const wasRejected = profile.kycStatus === 'rejected';
  const latest = useQuery({ ...kycQuery(profile.kycStatus), enabled: wasRejected });
  const reason = latest.data?.reason ?? null;
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
  if (wasRejected && latest.isPending) {
    return (
      <Screen title="Verification" width="narrow">
        <Card>
          <Skeleton height={320} />
        </Card>
      </Screen>
    );
  }
  if (wasRejected && latest.data?.final) {
    return (
      <Screen title="Verification" width="narrow" actions={home}>
        <Notice kind="warn" title="Your verification was declined">
          {reason === null ? 'The reason stands in the mail we sent you.' : `“${reason}”`} This decision is final: the form cannot be sent
          again. Write to us if you think that it is wrong.
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen
      title="Verification"
      width="narrow"
      intro="Three things: who you are, where you live, and a key that lets us read your exchange account."
    >
      <Grid>
        <Card span={8}>
          {wasRejected && (
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
