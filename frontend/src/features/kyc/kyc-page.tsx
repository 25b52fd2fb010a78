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
import { AskedForm } from './asked-form';
import { KycForm } from './kyc-form';
import { t } from '../../lib/i18n/texts';

export function KycPage() {
  const profile = useProfile();
  const { platforms } = usePublicConfig();
  const [platform, setPlatform] = useState<string | null>(null);
  const wasRejected = profile.kycStatus === 'rejected';
  const isWaiting = profile.kycStatus === 'pending';
  const latest = useQuery({ ...kycQuery(profile.kycStatus), enabled: wasRejected || isWaiting });
  const reason = latest.data?.reason ?? null;
  const reasonText = reason === null ? t('kyc.reasonInEmail') : t('kyc.quoted', { reason });
  const isOpen = profile.kycStatus === null || profile.kycStatus === 'rejected';
  const home = (
    <Link to={homePath(profile.role)} className={buttonClass()}>
      {t('kyc.toDashboard')}
    </Link>
  );
  const asked = isWaiting ? latest.data?.asked : null;
  if (asked) {
    return (
      <Screen title={t('kyc.title')} width="narrow" intro={t('kyc.asked.intro')} actions={home}>
        <Card>
          <Notice kind="warn" title={t(`kyc.asked.title.${asked.document}`)}>
            {t('kyc.quoted', { reason: asked.reason })}
          </Notice>
          <AskedForm key={asked.document} document={asked.document} />
        </Card>
      </Screen>
    );
  }
  if (isWaiting && latest.isPending) return <Waiting />;
  if (!isOpen || profile.membership === null) {
    return (
      <Screen title={t('kyc.title')} width="narrow" actions={home}>
        {profile.kycStatus === 'approved' ? (
          <Notice kind="success" title={t('kyc.verified.title')}>
            {t('kyc.verified.text')}
          </Notice>
        ) : (
          <Notice kind="info" title={t('kyc.sent.title')}>
            {t('kyc.sent.text')}
          </Notice>
        )}
      </Screen>
    );
  }
  if (wasRejected && latest.isPending) return <Waiting />;
  if (wasRejected && latest.data?.final) {
    return (
      <Screen title={t('kyc.title')} width="narrow" actions={home}>
        <Notice kind="warn" title={t('kyc.declined.title')}>
          {t('kyc.declined.text', { reason: reasonText })}
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen title={t('kyc.title')} width="narrow" intro={t('kyc.intro')}>
      <Grid>
        <Card span={8}>
          {wasRejected && (
            <Notice kind="warn" title={t('kyc.rejected.title')}>
              {t('kyc.rejected.text', { reason: reasonText })}
            </Notice>
          )}
          <KycForm membership={profile.membership} onPlatform={setPlatform} />
        </Card>
        <KeyGuide platform={platform ?? platforms[0]?.id ?? 'binance'} />
      </Grid>
    </Screen>
  );
}

function Waiting() {
  return (
    <Screen title={t('kyc.title')} width="narrow">
      <Card>
        <Skeleton height={320} />
      </Card>
    </Screen>
  );
}
