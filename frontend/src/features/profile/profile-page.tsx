import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Avatar } from '../../components/layout/avatar';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { hashLink, paths } from '../../config/routes';
import { day } from '../../lib/format/date';
import { useProfile } from '../../lib/session';
import type { Profile } from '../../lib/wire/profile';
import styles from './profile-page.module.css';

const words = {
  approved: { badge: 'Verified', text: 'Your documents and your exchange key have been accepted.' },
  pending: { badge: 'In review', text: 'An admin is looking at your documents. You get a mail when it is decided.' },
  rejected: { badge: 'Not accepted', text: 'The reason stands in the mail we sent you. You can send everything again.' },
  none: { badge: 'Not verified', text: 'Send your documents and a read-only exchange key to get verified.' },
} as const;

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
  const status = words[profile.kycStatus ?? 'none'];
  const isApproved = profile.kycStatus === 'approved';
  const canSend = profile.kycStatus === null || profile.kycStatus === 'rejected';
  const invitation = `${location.origin}${location.pathname}${hashLink(`${paths.register}/${profile.referralCode}`)}`;
  return (
    <Screen title="Profile" width="narrow">
      <Grid>
        <Card span={8}>
          <div className={styles.person}>
            <span className={styles.picture}>
              <Avatar name={profile.fullName} image={profile.imageUrl} />
            </span>
            <div className={styles.words}>
              <h2>{profile.fullName}</h2>
              <p>{profile.membership === 'hedge fund' ? 'Hedge fund client' : 'Trade club member'}</p>
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
          <Card title="Verification" aside={<Badge tone={isApproved ? 'up' : canSend ? 'warn' : 'info'}>{status.badge}</Badge>}>
            <div className={styles.tile}>
              {isApproved ? <ShieldCheck size={22} aria-hidden="true" /> : <ShieldAlert size={22} aria-hidden="true" />}
              <p>{status.text}</p>
            </div>
            {canSend && (
              <Link to={paths.kycVerification} className={buttonClass({ look: 'primary', wide: true })}>
                {profile.kycStatus === null ? 'Start verification' : 'Send again'}
              </Link>
            )}
          </Card>
          <Card title="Referral code">
            <p className={styles.code}>
              <code>{profile.referralCode}</code>
            </p>
            <p className={styles.hint}>Whoever registers through your link is counted as referred by you.</p>
            <div className={styles.copies}>
              <CopyButton text={profile.referralCode} label="Copy code" />
              <CopyButton text={invitation} label="Copy link" />
            </div>
          </Card>
        </div>
      </Grid>
    </Screen>
  );
}
