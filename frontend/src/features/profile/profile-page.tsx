import { useQuery } from '@tanstack/react-query';
import { CreditCard, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Avatar } from '../../components/layout/avatar';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { day } from '../../lib/format/date';
import { invitationLink } from '../../lib/invitation';
import { useKycRejection } from '../../lib/my-kyc';
import { membershipQuery } from '../../lib/my-membership';
import { usePaymentRejection } from '../../lib/my-payment';
import { useProfile } from '../../lib/session';
import type { Profile } from '../../lib/wire/profile';
import { t } from '../../lib/i18n/texts';
import { CurrencyCard } from './currency-card';
import { LanguageCard } from './language-card';
import { PictureButton } from './picture-button';
import styles from './profile-page.module.css';
import { StatusTile } from './status-tile';

const details = (profile: Profile): [string, string][] => [
  [t('profile.field.surname'), profile.surname],
  [t('profile.field.firstName'), profile.firstName],
  [t('profile.field.email'), profile.email],
  [t('profile.field.phoneNumber'), profile.phoneNumber],
  [t('profile.field.country'), profile.country],
  [t('profile.field.dateOfBirth'), day(profile.dateOfBirth)],
];

const memberText = (wing: 'fund' | 'club', since: string | undefined): string =>
  since === undefined ? t(`profile.member.${wing}`) : t(`profile.member.${wing}Since`, { day: day(since) });

export function ProfilePage() {
  const profile = useProfile();
  const kycRejection = useKycRejection(profile.kycStatus);
  const paymentRejection = usePaymentRejection(profile.paymentStatus);
  const { data: membership } = useQuery(membershipQuery(profile.userId));
  return (
    <Screen
      title={t('profile.title')}
      width="narrow"
      actions={
        <>
          <Link to={paths.notificationSettings} className={buttonClass()}>
            {t('profile.notifications')}
          </Link>
          <Link to={paths.security} className={buttonClass()}>
            {t('profile.security')}
          </Link>
          <Link to={paths.editProfile} className={buttonClass()}>
            {t('profile.edit')}
          </Link>
        </>
      }
    >
      <Grid>
        <Card span={8}>
          <div className={styles.person}>
            <span className={styles.picture}>
              <Avatar name={profile.fullName} image={profile.imageUrl} />
            </span>
            <div className={styles.words}>
              <h2>{profile.fullName}</h2>
              <p>{memberText(profile.membership === 'hedge fund' ? 'fund' : 'club', membership?.memberSince)}</p>
              <PictureButton />
            </div>
          </div>
          <dl className={styles.details}>
            {details(profile).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || '–'}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div data-span="4" className={styles.tiles}>
          <StatusTile
            title={t('profile.verification.title')}
            status={profile.kycStatus}
            rejection={kycRejection}
            kind="verification"
            icon={
              profile.kycStatus === 'approved' ? <ShieldCheck size={22} aria-hidden="true" /> : <ShieldAlert size={22} aria-hidden="true" />
            }
            to={paths.kycVerification}
          />
          <StatusTile
            title={t('profile.subscription.title')}
            status={profile.paymentStatus}
            rejection={paymentRejection}
            kind="subscription"
            icon={<CreditCard size={22} aria-hidden="true" />}
            to={paths.subscriptionPayment}
          />
          <Card title={t('profile.referral.title')} aside={<Link to={paths.referrals}>{t('profile.referral.all')}</Link>}>
            <p className={styles.code}>
              <code>{profile.referralCode}</code>
            </p>
            <p className={styles.hint}>{t('profile.referral.text')}</p>
            <div className={styles.copies}>
              <CopyButton text={profile.referralCode} label={t('profile.referral.copyCode')} />
              <CopyButton text={invitationLink(profile.referralCode)} label={t('profile.referral.copyLink')} />
            </div>
          </Card>
        </div>
        <LanguageCard />
        <CurrencyCard />
      </Grid>
    </Screen>
  );
}
