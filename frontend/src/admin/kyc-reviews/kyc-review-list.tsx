import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import type { KycQueueCountsWire, KycReviewWire } from '../../lib/wire/types';
import { KeyBadge } from '../../components/exchange/key-badge';
import { utc } from '../../lib/format/date';
import { venueName } from '../../lib/format/venue';
import { t } from '../../lib/i18n/texts';
import { Allowed } from '../access/allowed';
import { searchFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import { DocumentButton } from '../reviews/document-button';
import { documentNames } from '../reviews/document-names';
import { waitingBeginning, waitingEnd } from '../reviews/review-columns';
import { kycKind } from '../reviews/review-kinds';
import styles from '../reviews/review-list.module.css';
import { ServiceBadge, serviceNames } from '../reviews/service-badge';
import { useLiveViewers } from '../reviews/use-live-viewers';
import { membershipName } from '../users/user-columns';
import { CountedFilter } from './counted-filter';
import { RevealButton } from './reveal-button';
import { unopened } from './unopened';
import { useQueueCounts } from './use-queue-counts';
import { QUEUED, REVIEW_REFRESH_MILLISECONDS, pendingReviews, usePendingReviews } from './use-pending-reviews';

const memberships = ['trade club', 'hedge fund'] as const;
const keyStates = ['valid', 'unchecked', 'too_powerful', 'invalid', 'none'] as const;
const ages = ['overdue', 'due-soon', 'in-time'] as const;
const NOBODY = 'none';

/** Names a value of the server where it is one of those that are known here. */
const nameIn =
  <V extends string>(known: readonly V[], nameOf: (value: V) => string) =>
  (value: string): string => {
    const found = known.find((one) => one === value);
    return found === undefined ? value : nameOf(found);
  };

const filters = [
  searchFilter('Search name, email or phone'),
  <CountedFilter
    key="userType"
    source="userType"
    label="Membership"
    order={memberships}
    nameOf={nameIn(memberships, membershipName)}
    alwaysOn
  />,
  <CountedFilter key="platform" source="platform" label="Exchange" nameOf={venueName} alwaysOn />,
  <CountedFilter key="country" source="country" label="Country" alwaysOn />,
  <CountedFilter
    key="keyState"
    source="keyState"
    label="Key"
    order={keyStates}
    nameOf={nameIn(keyStates, (state) => t(`exchange.key.${state}.name`))}
    alwaysOn
  />,
  <CountedFilter key="age" source="age" label="Age" order={ages} nameOf={nameIn(ages, (age) => serviceNames[age])} alwaysOn />,
  <CountedFilter
    key="waitsFor"
    source="waitsFor"
    label="Waiting for"
    order={['reviewer', 'member']}
    nameOf={nameIn(['reviewer', 'member'], (who) => (who === 'member' ? 'The member' : 'A reviewer'))}
    alwaysOn
  />,
  <CountedFilter key="reviewer" source="reviewer" label="Reviewer" order={[NOBODY]} nameOf={nameIn([NOBODY], () => 'Nobody')} alwaysOn />,
];

const columns: readonly Column<KycReviewWire>[] = [
  ...waitingBeginning<KycReviewWire>(kycKind, ({ userType, country }) => `${membershipName(userType)}, ${country}`),
  { id: 'address', header: 'Address', cell: (row) => row.address, wrap: true },
  { id: 'api-key', header: 'API key', cell: (row) => <ApiKey review={row} /> },
  { id: 'secret-key', header: 'Secret key', cell: (row) => <SecretKey review={row} /> },
  {
    id: 'id-card',
    header: 'ID card',
    cell: (row) => <RowDocument title={`Identity document of ${row.fullName}`} link={row.idCardUrl} />,
  },
  {
    id: 'proof',
    header: 'Address proof',
    cell: (row) => <RowDocument title={`Proof of address of ${row.fullName}`} link={row.proofOfAddressUrl} type={row.proofOfAddressType} />,
  },
  ...waitingEnd<KycReviewWire>(kycKind, { age: (row) => <Age review={row} />, blocked: (row) => unopened(row) }),
];

/** How long it may still wait, or that it waits for its member; and that it has come back. */
function Age({ review }: { review: KycReviewWire }) {
  if (review.asked !== null)
    return (
      <Badge tone="warn" title={`Asked for the ${documentNames[review.asked.document]} ${utc(review.asked.at)}`}>
        Waiting for member
      </Badge>
    );
  return (
    <>
      <ServiceBadge {...review} />
      {review.resubmittedAt !== null && (
        <Badge tone="info" title={`Sent again ${utc(review.resubmittedAt)}`}>
          Resubmitted
        </Badge>
      )}
    </>
  );
}

/** A document of a row. The server knows that it has been opened, and the list asks for it. */
function RowDocument(document: { title: string; link: string; type?: string }) {
  const queryClient = useQueryClient();
  return <DocumentButton {...document} onClosed={() => void queryClient.invalidateQueries({ queryKey: ['kyc-reviews', 'getList'] })} />;
}

/** The masked secret; in clear on demand alone, with a reason that is written down. */
function SecretKey({ review }: { review: KycReviewWire }) {
  if (review.secretKeyMasked === null) return '–';
  return (
    <span className={styles.person}>
      <code>{review.secretKeyMasked}</code>
      {review.may.includes('reveal') && (
        <Allowed to="kyc.reveal">
          <RevealButton review={review} />
        </Allowed>
      )}
    </span>
  );
}

/** The masked key, whether the exchange has confirmed it, and what it may do. */
function ApiKey({ review }: { review: KycReviewWire }) {
  if (review.apiKeyMasked === null && review.exchangeLoginGiven) {
    return <span title="The member gave an exchange sign-in instead of a key. It can only be decrypted offline.">Sign-in given</span>;
  }
  return (
    <span className={styles.person}>
      <span className={styles.time}>{venueName(review.platform)}</span>
      {review.apiKeyMasked !== null && <code>{review.apiKeyMasked}</code>}
      <KeyBadge state={review.keyState} />
      {review.keyRights.length > 0 && <span className={styles.rights}>{review.keyRights.join(', ')}</span>}
    </span>
  );
}

/** What waits for an admin: who it is, what their key may do, and the decision. */
export function KycReviewList() {
  useLiveViewers(kycKind);
  return (
    <Screen title="Pending KYC" intro={<Standing />} actions={<Start />}>
      <Card flush>
        <ResourceList
          resource="kyc-reviews"
          caption="Pending KYC"
          columns={columns}
          filters={filters}
          dense
          cardsBelow={1100}
          {...pendingReviews}
          refresh={() => REVIEW_REFRESH_MILLISECONDS}
          empty={{
            title: 'Nothing is waiting',
            text: 'New submissions appear here as soon as a member sends documents and a key.',
            filtered: {
              title: 'Nothing is waiting',
              text: 'No submission matches these filters.',
            },
          }}
        />
      </Card>
    </Screen>
  );
}

/** How the queue stands against the service level. */
function Standing() {
  const { data: counts } = useQueueCounts(QUEUED);
  return (
    <>
      {counts !== undefined && counts.total > 0 && <strong>{standing(counts)} </strong>}
      Oldest first. Select a name to open the case. Open both documents before you approve.
    </>
  );
}

/** More than there are reviewers. */
const OLDEST = 25;

/** The way into the queue: the oldest case that nobody else reviews. */
function Start() {
  const { data: oldest } = usePendingReviews(OLDEST, true);
  const first = oldest?.find(({ claim }) => claim === null || claim.self);
  if (!first) return null;
  return (
    <Link to={kycKind.path(first.id)} className={buttonClass({ look: 'primary' })}>
      Review the oldest
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );
}

/** "12 waiting, 3 overdue, 2 due soon. Service level: 24 h." */
function standing({ total, serviceHours, values }: KycQueueCountsWire): string {
  const late = (['overdue', 'due-soon'] as const).flatMap((state) => {
    const count = values.age.find(({ value }) => value === state)?.count ?? 0;
    return count === 0 ? [] : [`${count} ${serviceNames[state].toLowerCase()}`];
  });
  return `${[`${total} waiting`, ...late].join(', ')}. Service level: ${serviceHours} h.`;
}
