import type { RetentionPeriods } from '../../../platform/config/index.js';
import type { MemberActs } from './member-acts.js';
import { days, years, type RetentionRule, type Spared } from './retention-rule.js';
import { endedByRequest, erased, held, known, restricted } from './standing-sql.js';

const PEOPLE = 20;
const KEYS = 200;

/** In the order in which the report names them: of a row that two of them keep, the first. */
const standing: Spared[] = [
  { why: 'on hold', when: held },
  { why: 'waits for the answer to a request to be erased', when: restricted },
];
const submissions = { from: 'clock, kyc_submissions k join users u on u.id = k.user_id', key: 'k.id::text', lock: 'k' };
const ownFiles = '(select count(*) from files f where f.user_id = u.id)';
const ended = `u.role <> 'admin' and u.rejected_at is not null`;
const leftMembers = { from: `clock, users u ${endedByRequest}`, key: 'u.id::text', lock: 'u', batch: PEOPLE, spared: standing };

/** What is kept about people, and until when. */
export function memberRules(periods: RetentionPeriods, acts: MemberActs): RetentionRule[] {
  const { unconfirmedDays, unfinishedKycDays, rejectedKycDays, unusableKeyDays, clubHistoryDays, fundHistoryYears, recordsYears } = periods;
  return [
    {
      name: 'sign-ups',
      data: 'Sign-ups whose address was never confirmed',
      kept: `${unconfirmedDays} days`,
      from: 'clock, users u',
      key: 'u.id::text',
      lock: 'u',
      batch: KEYS,
      past: `u.email_confirmed_at is null and u.role <> 'admin' and u.created_at + ${days(unconfirmedDays)} <= clock.now and not ${erased} and not ${known}
        and not exists (select 1 from exchange_accounts a where a.user_id = u.id) and not exists (select 1 from erasure_requests x where x.user_id = u.id and x.state = 'completed')`,
      spared: standing,
      files: ownFiles,
      act: (em, keys) => acts.signUps(em, keys),
    },
    {
      name: 'exchange-keys',
      data: 'Exchange keys that were replaced, of members who were refused or have left, and that cannot be used',
      kept: `not at all; unusable ones ${unusableKeyDays} days`,
      from: 'clock, exchange_accounts a join users u on u.id = a.user_id',
      key: 'a.id::text',
      lock: 'a',
      batch: KEYS,
      past: `a.api_key is not null and (not a.is_current or u.rejected_at is not null or u.kyc_status = 'rejected'
        or (a.key_state in ('invalid', 'too_powerful') and a.key_checked_at + ${days(unusableKeyDays)} <= clock.now))`,
      // A secret proves nothing that its fingerprints in the log do not: no hold keeps one.
      spared: [],
      act: (em, keys) => acts.keys(em, keys),
    },
    {
      name: 'exchange-sign-ins',
      data: 'Exchange sign-ins of members who were refused or have left',
      kept: 'not at all',
      ...submissions,
      batch: KEYS,
      past: `k.exchange_login is not null and (u.rejected_at is not null or k.status = 'rejected')`,
      spared: [],
      act: (em, keys) => acts.signIns(em, keys),
    },
    {
      name: 'rejected-kyc',
      data: 'Papers of verifications that were rejected',
      kept: `${rejectedKycDays} days after the decision`,
      ...submissions,
      batch: PEOPLE,
      past: `k.status = 'rejected' and k.decided_at + ${days(rejectedKycDays)} <= clock.now`,
      // Rejected for good is how reviewers flag what they do not believe; it closes the form only as long as it is there.
      spared: [{ why: 'rejected for good', when: 'k.is_final and k.reopened_at is null' }, ...standing],
      files: '2',
      act: (em, keys) => acts.rejectedKyc(em, keys),
    },
    {
      name: 'unfinished-kyc',
      data: 'Papers of verifications that were never completed',
      kept: `${unfinishedKycDays} days to be decided, and ${rejectedKycDays} more`,
      ...submissions,
      batch: PEOPLE,
      past: `k.status = 'pending' and k.submitted_at + ${days(unfinishedKycDays + rejectedKycDays)} <= clock.now`,
      spared: standing,
      files: '2',
      act: (em, keys) => acts.unfinishedKyc(em, keys),
    },
    {
      name: 'history',
      data: 'Exchange history, what was made of it, and which signals were shown',
      kept: `${clubHistoryDays} days after the end of the membership; ${fundHistoryYears} years of clients of the fund`,
      ...leftMembers,
      past: `${ended} and (exists (select 1 from exchange_accounts a where a.user_id = u.id) or exists (select 1 from signal_receipts r where r.user_id = u.id))
        and coalesce(e.history_until, u.rejected_at + case when u.role = 'hedge fund' and ${known} then ${years(fundHistoryYears)} else ${days(clubHistoryDays)} end) <= clock.now`,
      act: (em, keys) => acts.histories(em, keys),
    },
    {
      name: 'records',
      data: 'Identity papers, payment proofs, the decisions about them, and the person',
      kept: `${recordsYears} years after the end of the membership`,
      ...leftMembers,
      past: `${ended} and not ${erased} and coalesce(e.identity_until, u.rejected_at + ${years(recordsYears)}) <= clock.now`,
      files: ownFiles,
      act: (em, keys) => acts.identities(em, keys),
    },
  ];
}
