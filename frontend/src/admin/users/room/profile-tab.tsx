import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../../components/exchange/figures';
import { Skeleton } from '../../../components/feedback/states';
import { Card, Grid } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import { day } from '../../../lib/format/date';
import { count } from '../../../lib/format/decimal';
import type { UserDetail } from '../../../lib/wire/users';
import { ReviewBadge, membershipName } from '../user-columns';
import styles from './room.module.css';

type Fact = readonly [name: string, value: ReactNode];

const person = (user: UserDetail): readonly Fact[] => [
  ['Surname', user.surname],
  ['First name', user.firstName],
  ['Email', user.email],
  ['Email confirmed', user.emailConfirmedAt === null ? 'Not yet' : <Moment key="confirmed" at={user.emailConfirmedAt} />],
  ['Phone number', user.phoneNumber],
  ['Country', user.country],
  ['Date of birth', day(user.dateOfBirth)],
];

const account = (user: UserDetail): readonly Fact[] => [
  ['Membership', membershipName(user.membership)],
  ['KYC', <ReviewBadge key="kyc" status={user.kycStatus} />],
  ['Payment', <ReviewBadge key="payment" status={user.paymentStatus} />],
  ['Registered', <Moment key="registered" at={user.createdAt} />],
  ['Terms accepted', user.termsVersion ?? 'Not recorded'],
  ['Last sign-in', user.lastSignInAt === null ? 'Never' : <Moment key="sign-in" at={user.lastSignInAt} relative />],
  ...(user.rejectedAt === null ? [] : [['Rejected', <Moment key="rejected" at={user.rejectedAt} />] as const]),
];

const referrals = (user: UserDetail): readonly Fact[] => [
  ['Referral code', <code key="code">{user.referralCode}</code>],
  [
    'Registered with it',
    <Link key="referrals" to={consolePaths.referrals(user.referralCode)}>
      {count(user.referrals)} {user.referrals === 1 ? 'person' : 'people'}
    </Link>,
  ],
  [
    'Referred by',
    user.referredBy === null ? (
      'Nobody'
    ) : (
      <Link key="by" to={consolePaths.user(user.referredBy.id)}>
        {user.referredBy.fullName}
      </Link>
    ),
  ],
];

/** A list of facts, in its final shape from the first moment on. */
export function Facts({ facts, rows }: { facts: readonly Fact[] | undefined; rows: number }) {
  return (
    <dl className={styles.details} aria-busy={facts === undefined || undefined}>
      {facts
        ? facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))
        : Array.from({ length: rows }, (_, index) => (
            <div key={index}>
              <dt>
                <Skeleton width={90} />
              </dt>
              <dd>
                <Skeleton width={140} />
              </dd>
            </div>
          ))}
    </dl>
  );
}

/** Who somebody is, and where they stand. */
export function ProfileTab({ user }: { user: UserDetail | undefined }) {
  return (
    <Grid>
      <Card title="Person" span={6}>
        <Facts facts={user && person(user)} rows={7} />
      </Card>
      <Card title="Account" span={6}>
        <Facts facts={user && account(user)} rows={6} />
      </Card>
      <Card title="Referrals" span={6}>
        <Facts facts={user && referrals(user)} rows={3} />
      </Card>
    </Grid>
  );
}
