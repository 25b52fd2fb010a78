import { CreditCard, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Avatar } from '../../components/layout/avatar';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { day } from '../../lib/format/date';
import { invitationLink } from '../../lib/invitation';
import { useProfile } from '../../lib/session';
import type { Profile, ReviewStatus } from '../../lib/wire/profile';
import { PictureButton } from './picture-button';
import styles from './profile-page.module.css';

interface Words {
  badge: string;
  text: string;
  /** What leads on, where there is something to send. */
  action?: string;
}

const verification: Record<Exclude<ReviewStatus, null> | 'none', Words> = {
  approved: { badge: 'Verified', text: 'Your documents and your exchange key have been accepted.' },
  pending: { badge: 'In review', text: 'An admin is looking at your documents. You get a mail when it is decided.' },
  rejected: { badge: 'Not accepted', text: 'The reason stands in the mail we sent you. You can send everything again.', action: 'Send again' },
  none: { badge: 'Not verified', text: 'Send your documents and a read-only exchange key to get verified.', action: 'Start verification' },
};

const subscription: Record<Exclude<ReviewStatus, null> | 'none', Words> = {
  approved: { badge: 'Subscribed', text: 'Your payment has been accepted.' },
  pending: { badge: 'In review', text: 'An admin is checking your payment. You get a mail when it is decided.' },
  rejected: { badge: 'Not accepted', text: 'The reason stands in the mail we sent you. You can send the proof again.', action: 'Send again' },
  none: { badge: 'Not Subscribed', text: 'Pay the one-time fee of your membership and send the proof.', action: 'Pay the fee' },
};

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
              <p>{profile.membership === 'hedge fund' ? 'Hedge fund client' : 'Trade club member'}</p>
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
            words={verification}
            icon={profile.kycStatus === 'approved' ? <ShieldCheck size={22} aria-hidden="true" /> : <ShieldAlert size={22} aria-hidden="true" />}
            to={paths.kycVerification}
          />
          <StatusTile title="Subscription" status={profile.paymentStatus} words={subscription} icon={<CreditCard size={22} aria-hidden="true" />} to={paths.subscriptionPayment} />
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
      </Grid>
    </Screen>
  );
}

interface StatusTileProps {
  title: string;
  status: ReviewStatus;
  words: Record<Exclude<ReviewStatus, null> | 'none', Words>;
  icon: ReactNode;
  /** Reached while there is something to send: before the first time, and after a rejection. */
  to: string;
}

function StatusTile({ title, status, words, icon, to }: StatusTileProps) {
  const { badge, text, action } = words[status ?? 'none'];
  return (
    <Card title={title} aside={<Badge tone={status === 'approved' ? 'up' : status === 'pending' ? 'info' : 'warn'}>{badge}</Badge>}>
      <div className={styles.tile}>
        {icon}
        <p>{text}</p>
      </div>
      {action && (
        <Link to={to} className={buttonClass({ look: 'primary', wide: true })}>
          {action}
        </Link>
      )}
    </Card>
  );
}
