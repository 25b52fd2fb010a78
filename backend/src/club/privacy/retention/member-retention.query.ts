import { expressionBuilder, sql, type Kysely } from 'kysely';
import type { RetentionPeriods } from '../../../platform/config/index.js';
import type { Database } from '../../../database.js';
import { isRestricted } from '../../../open-erasure.query.js';
import type { MemberRetentionService } from './member-retention.service.js';
import { completedRequest, hasOpenInvoice, hasRecords, isErased, isHeld, type Instant } from './retention-predicates.query.js';
import { daysAfter, yearsAfter, type Exemption, type RetentionRule } from './retention-rule.query.js';

/** Rows of one transaction: members and their documents, and single columns. */
const MEMBERS_BATCH = 20;
const ROWS_BATCH = 200;

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();
const one = sql<number>`1`.as('one');

/** In the order of the report. */
const exemptions = (at: Instant): Exemption[] => [
  { why: 'on hold', when: isHeld(at) },
  { why: 'waits for the answer to a request to be erased', when: isRestricted },
];
const ownFiles = sql<number>`(select count(*) from files f where f.user_id = u.id)`;
const hasAccount = eb.exists(eb.selectFrom('exchange_accounts as x').select(one).whereRef('x.user_id', '=', 'u.id'));
const hasReceipt = eb.exists(eb.selectFrom('signal_receipts as r').select(one).whereRef('r.user_id', '=', 'u.id'));
const hasMark = eb.exists(eb.selectFrom('signal_marks as m').select(one).whereRef('m.user_id', '=', 'u.id'));
const hasCompletedRequest = eb.exists(
  eb.selectFrom('erasure_requests as x').select(one).whereRef('x.user_id', '=', 'u.id').where('x.state', '=', 'completed'),
);

const users = { key: sql<string>`u.id::text`, lock: 'u', files: ownFiles, exemptions };
const submissions = { key: sql<string>`k.id::text`, lock: 'k' };

/** Both documents, and those that were asked for again and replaced. */
const filesOfSubmission = sql<number>`2 + (select count(*) from document_requests r where r.submission_id = k.id
  and r.earlier_file_id is not null)`;

const submissionsWithUsers = (database: Kysely<Database>) =>
  database.selectFrom('kyc_submissions as k').innerJoin('users as u', 'u.id', 'k.user_id');
const formerMembers = (database: Kysely<Database>) =>
  database
    .selectFrom('users as u')
    .leftJoinLateral(completedRequest, (join) => join.onTrue())
    .where('u.role', '<>', 'admin')
    .where('u.rejected_at', 'is not', null);

/** Returns the retention rules about members, in the order in which they run. */
export function memberRetentionRules(periods: RetentionPeriods, service: MemberRetentionService): RetentionRule[] {
  const { unconfirmedDays, unfinishedKycDays, rejectedKycDays, unusableKeyDays, clubHistoryDays, fundHistoryYears, recordsYears } = periods;
  return [
    {
      name: 'sign-ups',
      data: 'Sign-ups whose address was never confirmed',
      kept: `${unconfirmedDays} days`,
      ...users,
      batch: ROWS_BATCH,
      rows: (database, at) =>
        database
          .selectFrom('users as u')
          .where('u.email_confirmed_at', 'is', null)
          .where('u.role', '<>', 'admin')
          .where(daysAfter(eb.ref('u.created_at'), unconfirmedDays), '<=', at)
          .where(eb.not(eb.or([isErased, hasRecords, hasAccount, hasCompletedRequest]))),
      remove: (tx, keys) => service.deleteSignUps(tx, keys),
    },
    {
      name: 'exchange-keys',
      data: 'Exchange keys that were replaced, of members who were refused or have left, and that cannot be used',
      kept: `not at all; unusable ones ${unusableKeyDays} days`,
      key: sql<string>`a.id::text`,
      lock: 'a',
      batch: ROWS_BATCH,
      rows: (database, at) =>
        database
          .selectFrom('exchange_accounts as a')
          .innerJoin('users as u', 'u.id', 'a.user_id')
          .where('a.api_key', 'is not', null)
          .where((row) =>
            row.or([
              row('a.is_current', '=', false),
              row('u.rejected_at', 'is not', null),
              row('u.kyc_status', '=', 'rejected'),
              row.and([
                row('a.key_state', 'in', ['invalid', 'too_powerful']),
                row(daysAfter(row.ref('a.key_checked_at'), unusableKeyDays), '<=', at),
              ]),
            ]),
          ),
      // A hold keeps no secret: the fingerprints in the audit log prove as much.
      exemptions: () => [],
      remove: (tx, keys) => service.deleteKeys(tx, keys),
    },
    {
      name: 'exchange-sign-ins',
      data: 'Exchange sign-ins of members who were refused or have left',
      kept: 'not at all',
      ...submissions,
      batch: ROWS_BATCH,
      rows: (database) =>
        submissionsWithUsers(database)
          .where('k.exchange_login', 'is not', null)
          .where((row) => row.or([row('u.rejected_at', 'is not', null), row('k.status', '=', 'rejected')])),
      exemptions: () => [],
      remove: (tx, keys) => service.deleteExchangeLogins(tx, keys),
    },
    {
      name: 'rejected-kyc',
      data: 'Papers of verifications that were rejected',
      kept: `${rejectedKycDays} days after the decision`,
      ...submissions,
      batch: MEMBERS_BATCH,
      rows: (database, at) =>
        submissionsWithUsers(database)
          .where('k.status', '=', 'rejected')
          .where((row) => row(daysAfter(row.ref('k.decided_at'), rejectedKycDays), '<=', at)),
      // Reviewers reject forgeries for good; the row keeps the form closed.
      exemptions: (at) => [{ why: 'rejected for good', when: sql<boolean>`k.is_final and k.reopened_at is null` }, ...exemptions(at)],
      files: filesOfSubmission,
      remove: (tx, keys) => service.shredRejectedKyc(tx, keys),
    },
    {
      name: 'replaced-documents',
      data: 'Papers that were asked for again and replaced',
      kept: `${rejectedKycDays} days after the new one came`,
      key: sql<string>`q.id::text`,
      lock: 'q',
      batch: MEMBERS_BATCH,
      rows: (database, at) =>
        database
          .selectFrom('document_requests as q')
          .innerJoin('kyc_submissions as k', 'k.id', 'q.submission_id')
          .innerJoin('users as u', 'u.id', 'k.user_id')
          .where('q.earlier_file_id', 'is not', null)
          .where((row) => row(daysAfter(row.ref('q.ended_at'), rejectedKycDays), '<=', at)),
      exemptions,
      files: sql<number>`1`,
      remove: (tx, keys) => service.shredReplacedDocuments(tx, keys),
    },
    {
      name: 'unfinished-kyc',
      data: 'Papers of verifications that were never completed',
      kept: `${unfinishedKycDays} days to be decided, and ${rejectedKycDays} more`,
      ...submissions,
      batch: MEMBERS_BATCH,
      rows: (database, at) =>
        submissionsWithUsers(database)
          .where('k.status', '=', 'pending')
          .where((row) => row(daysAfter(row.ref('k.submitted_at'), unfinishedKycDays + rejectedKycDays), '<=', at)),
      exemptions,
      files: filesOfSubmission,
      remove: (tx, keys) => service.shredUnfinishedKyc(tx, keys),
    },
    {
      name: 'history',
      data: 'Exchange history, what was made of it, and which signals were shown and marked',
      kept: `${clubHistoryDays} days after the end of the membership; ${fundHistoryYears} years of clients of the fund`,
      ...users,
      files: undefined,
      batch: MEMBERS_BATCH,
      rows: (database, at) =>
        formerMembers(database)
          .where(eb.or([hasAccount, hasReceipt, hasMark]))
          .where((row) => {
            const left = row.ref('u.rejected_at');
            const end = sql<string>`case when u.role = 'hedge fund' and ${hasRecords}
              then ${yearsAfter(left, fundHistoryYears)} else ${daysAfter(left, clubHistoryDays)} end`;
            return row(row.fn.coalesce('e.history_until', end), '<=', at);
          }),
      remove: (tx, keys) => service.eraseHistories(tx, keys),
    },
    {
      name: 'records',
      data: 'Identity papers, payment proofs, the decisions about them, names on invoices, and the person',
      kept: `${recordsYears} years after the end of the membership`,
      ...users,
      batch: MEMBERS_BATCH,
      rows: (database, at) =>
        formerMembers(database)
          .where(eb.not(isErased))
          .where((row) => row(row.fn.coalesce('e.identity_until', yearsAfter(row.ref('u.rejected_at'), recordsYears)), '<=', at)),
      exemptions: (at) => [...exemptions(at), { why: 'has an open invoice', when: hasOpenInvoice }],
      remove: (tx, keys) => service.eraseIdentities(tx, keys),
    },
  ];
}
