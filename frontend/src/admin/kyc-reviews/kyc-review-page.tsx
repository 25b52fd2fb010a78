import { Link, useParams } from 'react-router';
import { KeyBadge } from '../../components/exchange/key-badge';
import { Moment } from '../../components/exchange/figures';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { venueName } from '../../lib/format/venue';
import { ownOrigin } from '../../lib/own-origin';
import type { KycReviewDetailWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { DocumentCard } from '../reviews/document-card';
import { pageLink } from '../reviews/document-pictures';
import { Facts } from '../reviews/facts';
import { kycKind } from '../reviews/review-kinds';
import { Workbench } from '../reviews/workbench';
import styles from '../reviews/workbench.module.css';
import { membershipName } from '../users/user-columns';
import { CompareCard } from './compare-card';
import { RequestsCard } from './requests-card';
import { RevealButton } from './reveal-button';
import { SeenBeforeCard } from './seen-before-card';
import { type KycDocument, unopened } from './unopened';

/** One submission: both documents beside what the member typed, and the key by its last characters. */
export function KycReviewPage() {
  const { id = '' } = useParams();
  return (
    <Workbench<KycReviewDetailWire>
      key={id}
      kind={kycKind}
      id={id}
      title={(name) => `KYC of ${name}`}
      documents={documentsOf}
      facts={factsOf}
      pair
      blocked={unopened}
      pictures={picturesOf}
    />
  );
}

function documentsOf(
  { fullName, idCardUrl, proofOfAddressUrl, proofOfAddressType }: KycReviewDetailWire,
  onOpened: (document: KycDocument) => void,
) {
  return (
    <>
      <DocumentCard
        key={fileOf(idCardUrl)}
        title="Identity document"
        name={fullName}
        link={idCardUrl}
        onOpened={() => onOpened('idCard')}
      />
      <DocumentCard
        key={fileOf(proofOfAddressUrl)}
        title="Proof of address"
        name={fullName}
        link={proofOfAddressUrl}
        type={proofOfAddressType}
        onOpened={() => onOpened('proofOfAddress')}
      />
    </>
  );
}

/** A link without its signature: another file is another document, and shown anew. */
const fileOf = (link: string) => link.split('?')[0];

const picturesOf = ({ idCardUrl, proofOfAddressUrl, proofOfAddressType }: KycReviewDetailWire) => [
  ownOrigin(idCardUrl),
  ownOrigin(proofOfAddressType === 'application/pdf' ? pageLink(proofOfAddressUrl, 1) : proofOfAddressUrl),
];

function factsOf(review: KycReviewDetailWire, shortcuts: boolean) {
  const { member } = review;
  return (
    <>
      {/* With a new document every check begins anew. */}
      <CompareCard key={review.resubmittedAt} review={review} shortcuts={shortcuts} />
      <SeenBeforeCard key={`seen ${review.resubmittedAt}`} review={review} />
      <RequestsCard review={review} />
      <Card title="Exchange account">
        <Facts
          facts={[
            ['Exchange', venueName(review.platform)],
            ['API key', <KeyFact key="key" review={review} />],
            ['Secret key', <SecretFact key="secret" review={review} />],
            ['Sign-in', review.exchangeLoginGiven ? 'Given; can only be decrypted offline' : 'Not given'],
          ]}
        />
      </Card>
      <Card title="Member">
        <Facts
          facts={[
            [
              'Name',
              <Link key="user" to={consolePaths.user(review.userId)}>
                {review.fullName}
              </Link>,
            ],
            ['Email', review.email],
            ['Phone', member.phoneNumber],
            ['Membership', membershipName(review.userType)],
            ['Registered', <Moment key="registered" at={member.registeredAt} />],
            ['Account', member.deactivated ? 'Deactivated' : 'Active'],
          ]}
        />
      </Card>
    </>
  );
}

/** The masked key, whether the exchange has confirmed it, and what it may do. */
function KeyFact({ review: { apiKeyMasked, keyState, keyRights } }: { review: KycReviewDetailWire }) {
  return (
    <span className={styles.row}>
      {apiKeyMasked !== null && <code>{apiKeyMasked}</code>}
      <KeyBadge state={keyState} />
      {keyRights.length > 0 && <span className={styles.hint}>{keyRights.join(', ')}</span>}
    </span>
  );
}

function SecretFact({ review }: { review: KycReviewDetailWire }) {
  if (review.secretKeyMasked === null) return '–';
  return (
    <span className={styles.row}>
      <code>{review.secretKeyMasked}</code>
      {review.may.includes('reveal') && (
        <Allowed to="kyc.reveal">
          <RevealButton review={review} />
        </Allowed>
      )}
    </span>
  );
}
