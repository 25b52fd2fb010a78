import { Link } from 'react-router';
import { Moment } from '../../../components/exchange/figures';
import { Card, Grid } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import { day } from '../../../lib/format/date';
import { count } from '../../../lib/format/decimal';
import type { UserDetail } from '../../../lib/wire/users';
import { Fact, Facts } from '../../facts';
import { ReviewBadge, membershipName } from '../user-columns';

/** Who somebody is, and where they stand. */
export function ProfileTab({ user }: { user: UserDetail | undefined }) {
  return (
    <Grid>
      <Card title="Person" span={6}>
        <Facts look="beside" outline={7}>
          {user && <Person user={user} />}
        </Facts>
      </Card>
      <Card title="Account" span={6}>
        <Facts look="beside" outline={6}>
          {user && <Account user={user} />}
        </Facts>
      </Card>
      <Card title="Referrals" span={6}>
        <Facts look="beside" outline={3}>
          {user && <Referrals user={user} />}
        </Facts>
      </Card>
    </Grid>
  );
}

interface OfUser {
  user: UserDetail;
}

function Person({ user }: OfUser) {
  return (
    <>
      <Fact name="Surname" value={user.surname} />
      <Fact name="First name" value={user.firstName} />
      <Fact name="Email" value={user.email} />
      <Fact name="Email confirmed" value={user.emailConfirmedAt === null ? 'Not yet' : <Moment at={user.emailConfirmedAt} />} />
      <Fact name="Phone number" value={user.phoneNumber} />
      <Fact name="Country" value={user.country} />
      <Fact name="Date of birth" value={day(user.dateOfBirth)} />
    </>
  );
}

function Account({ user }: OfUser) {
  return (
    <>
      <Fact name="Membership" value={membershipName(user.membership)} />
      <Fact name="KYC" value={<ReviewBadge status={user.kycStatus} />} />
      <Fact name="Payment" value={<ReviewBadge status={user.paymentStatus} />} />
      <Fact name="Registered" value={<Moment at={user.createdAt} />} />
      <Fact name="Terms accepted" value={user.termsVersion ?? 'Not recorded'} />
      <Fact name="Last sign-in" value={user.lastSignInAt === null ? 'Never' : <Moment at={user.lastSignInAt} relative />} />
      {user.rejectedAt !== null && <Fact name="Rejected" value={<Moment at={user.rejectedAt} />} />}
    </>
  );
}

function Referrals({ user: { referralCode, referrals, referredBy } }: OfUser) {
  return (
    <>
      <Fact name="Referral code" value={<code>{referralCode}</code>} />
      <Fact
        name="Registered with this code"
        value={
          <Link to={consolePaths.referrals(referralCode)}>
            {count(referrals)} {referrals === 1 ? 'person' : 'people'}
          </Link>
        }
      />
      <Fact
        name="Referred by"
        value={referredBy === null ? 'Nobody' : <Link to={consolePaths.user(referredBy.id)}>{referredBy.fullName}</Link>}
      />
    </>
  );
}
