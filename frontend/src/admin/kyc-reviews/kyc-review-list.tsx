import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import type { KycReviewWire } from '../../lib/wire/types';
import { KeyBadge } from '../../components/exchange/key-badge';
import { Allowed } from '../access/allowed';
import { ResourceList } from '../list/resource-list';
import { DocumentButton } from '../reviews/document-button';
import { waitingBeginning, waitingEnd } from '../reviews/review-columns';
import { kycKind } from '../reviews/review-kinds';
import styles from '../reviews/review-list.module.css';
import { useLiveViewers } from '../reviews/use-live-viewers';
import { membershipName } from '../users/user-columns';
import { RevealButton } from './reveal-button';
import { REVIEW_REFRESH_MILLISECONDS, pendingReviews } from './use-pending-reviews';

const columns: readonly Column<KycReviewWire>[] = [
  ...waitingBeginning<KycReviewWire>(kycKind, ({ userType }) => membershipName(userType)),
  { id: 'address', header: 'Address', cell: (row) => row.address, wrap: true },
  { id: 'api-key', header: 'API key', cell: (row) => <ApiKey review={row} /> },
  { id: 'secret-key', header: 'Secret key', cell: (row) => <SecretKey review={row} /> },
  {
    id: 'id-card',
    header: 'ID card',
    cell: (row) => <DocumentButton title={`Identity document of ${row.fullName}`} link={row.idCardUrl} />,
  },
  {
    id: 'proof',
    header: 'Address proof',
    cell: (row) => (
      <DocumentButton title={`Proof of address of ${row.fullName}`} link={row.proofOfAddressUrl} type={row.proofOfAddressType} />
    ),
  },
  ...waitingEnd<KycReviewWire>(kycKind),
];

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
    return <span title="The member gave an exchange sign-in instead of a key. It can be opened offline alone.">Sign-in given</span>;
  }
  return (
    <span className={styles.person}>
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
    <Screen title="Pending KYC" intro="Oldest first. A name opens the case. Keys are shown by their last characters only.">
      <Card flush>
        <ResourceList
          resource="kyc-reviews"
          caption="Pending KYC"
          columns={columns}
          cardsBelow={1360}
          {...pendingReviews}
          refresh={() => REVIEW_REFRESH_MILLISECONDS}
          empty={{ title: 'Nothing is waiting', text: 'New submissions appear here as soon as a member sends documents and a key.' }}
        />
      </Card>
    </Screen>
  );
}
