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
import { MailCard } from './mail-card';
import { PictureButton } from './picture-button';
import styles from './profile-page.module.css';
import { StatusTile, subscription, verification } from './status-tile';

const details = (profile: Profile): [string, string][] => [
  ['Surname', profile.surname],
  ['First name', profile.firstName],
  ['Email', profile.email],
  ['Phone number', profile.phoneNumber],
  ['Country', profile.country],
  ['Date of birth', day(profile.dateOfBirth)],
];

export function ProfilePage() {
  const profile = useProfile();
  const kycRejection = useKycRejection(profile.kycStatus);
  const paymentRejection = usePaymentRejection(profile.paymentStatus);
  const { data: membership } = useQuery(membershipQuery(profile.userId));
  return (
    <Screen
      title="Profile"
      width="narrow"
      actions={
        <>
          <Link to={paths.security} className={buttonClass()}>
            Security
          </Link>
          <Link to={paths.editProfile} className={buttonClass()}>
            Edit profile
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
              <p>
                {profile.membership === 'hedge fund' ? 'Hedge fund client' : 'Trade club member'}
                {membership && ` since ${day(membership.memberSince)}`}
              </p>
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
            title="Verification"
            status={profile.kycStatus}
            rejection={kycRejection}
            words={verification}
            icon={
              profile.kycStatus === 'approved' ? <ShieldCheck size={22} aria-hidden="true" /> : <ShieldAlert size={22} aria-hidden="true" />
            }
            to={paths.kycVerification}
          />
          <StatusTile
            title="Subscription"
            status={profile.paymentStatus}
            rejection={paymentRejection}
            words={subscription}
            icon={<CreditCard size={22} aria-hidden="true" />}
            to={paths.subscriptionPayment}
          />
          <Card title="Referral code" aside={<Link to={paths.referrals}>Referrals</Link>}>
            <p className={styles.code}>
              <code>{profile.referralCode}</code>
            </p>
            <p className={styles.hint}>Whoever registers through your link is counted as referred by you.</p>
            <div className={styles.copies}>
              <CopyButton text={profile.referralCode} label="Copy code" />
              <CopyButton text={invitationLink(profile.referralCode)} label="Copy link" />
            </div>
          </Card>
        </div>
        <MailCard />
      </Grid>
    </Screen>
  );
}
