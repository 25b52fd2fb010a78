import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { CopyButton } from '../../components/feedback/copy-button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { PaymentDetailWire, PictureUseWire, TxidUseWire } from '../../lib/wire/types';
import { DocumentButton } from '../reviews/document-button';
import { DocumentCard } from '../reviews/document-card';
import { Facts } from '../reviews/facts';
import { paymentKind } from '../reviews/review-kinds';
import { statusWords } from '../reviews/status-words';
import { Workbench } from '../reviews/workbench';
import styles from '../reviews/workbench.module.css';
import { membershipName } from '../users/user-columns';
import { ChainEvidence } from './chain-evidence';
import { SHOWN_BY_CHAIN } from './shown-by-chain';

const wallets: Record<PaymentDetailWire['payTo'][number]['id'], string> = { btc: 'Bitcoin address', 'usdt-trc20': 'USDT (TRC20) address' };

/** One payment: the proof beside what is due, where it should have gone, and whether its transfer was shown before. */
export function PaymentPage() {
  const { id = '' } = useParams();
  return (
    <Workbench<PaymentDetailWire>
      key={id}
      kind={paymentKind}
      id={id}
      title={(name) => `Payment of ${name}`}
      documents={proofOf}
      facts={factsOf}
    />
  );
}

function proofOf({ fullName, proofOfPaymentUrl }: PaymentDetailWire) {
  if (proofOfPaymentUrl === null)
    return (
      <Card title="Proof of payment">
        <EmptyState title={SHOWN_BY_CHAIN}>The payment was found on chain and approved automatically, so there is no document.</EmptyState>
      </Card>
    );
  return <DocumentCard title="Proof of payment" name={fullName} link={proofOfPaymentUrl} />;
}

function factsOf(review: PaymentDetailWire) {
  const { member } = review;
  return (
    <>
      <Card title="Compare with the proof">
        <Facts
          facts={[
            ['Amount', <strong key="amount">${review.amount}</strong>],
            [
              'Fee today',
              review.isFeeToday ? (
                `$${review.feeToday}`
              ) : (
                <span key="fee" className={styles.row}>
                  ${review.feeToday} <Badge tone="warn">Has changed since</Badge>
                </span>
              ),
            ],
            ['Membership', membershipName(review.membership)],
            ['Sent', <Moment key="sent" at={review.submittedAt} />],
            ...review.payTo.map(({ id, address }): [string, ReactNode] => [
              wallets[id],
              <code key={id} className={styles.id}>
                {address}
              </code>,
            ]),
          ]}
        />
      </Card>
      <Card title="Transaction ID">
        <Transaction review={review} />
      </Card>
      <Card title="Picture">
        <Picture uses={review.pictureSeenBefore} hasPicture={review.proofOfPaymentUrl !== null} />
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
            ['Country', member.country],
            ['Registered', <Moment key="registered" at={member.registeredAt} />],
            ['Account', member.deactivated ? 'Deactivated' : 'Active'],
          ]}
        />
      </Card>
    </>
  );
}

/** The id, what the chains show of it, and every other payment that names the same transfer. No link leads outside. */
function Transaction({ review: { txid, txidUsedBefore, onChain } }: { review: PaymentDetailWire }) {
  if (txid === null) return <p className={styles.hint}>Not given. Look for the transfer by amount and time.</p>;
  return (
    <div className={styles.stack}>
      <span className={styles.copied}>
        <code className={styles.id}>{txid}</code>
        <CopyButton text={txid} label="Copy transaction ID" compact />
      </span>
      {onChain !== null && <ChainEvidence chains={onChain} />}
      {txidUsedBefore.length === 0 ? (
        <p>No other payment has this transaction ID.</p>
      ) : (
        <>
          <Notice
            kind="warn"
            title={
              txidUsedBefore.length === 1
                ? 'One other payment has this transaction ID'
                : `${txidUsedBefore.length} other payments have this transaction ID`
            }
          />
          <ul className={styles.others}>
            {txidUsedBefore.map((use) => (
              <Use key={use.id} use={use} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Other proofs with this picture. Pages of one wallet look alike, so that a person compares. */
function Picture({ uses, hasPicture }: { uses: readonly PictureUseWire[]; hasPicture: boolean }) {
  if (!hasPicture) return <p className={styles.hint}>Found on chain; there is no picture.</p>;
  if (uses.length === 0) return <p>No other proof has a similar picture.</p>;
  const same = uses.filter(({ isSame }) => isSame).length;
  return (
    <div className={styles.stack}>
      <Notice kind="warn" title={same > 0 ? 'The same picture was sent before' : 'A similar picture was sent before'}>
        Compare amount, time and transaction ID. Screens of the same wallet can look alike.
      </Notice>
      <ul className={styles.others}>
        {uses.map((use) => (
          <Use key={use.id} use={use}>
            <span>{use.isSame ? 'Same picture' : 'Similar picture'}</span>
            <DocumentButton title={`Proof of payment of ${use.fullName}`} link={use.proofOfPaymentUrl} />
          </Use>
        ))}
      </ul>
    </div>
  );
}

function Use({
  children,
  use: { id, fullName, amount, status, reason, submittedAt, decidedAt },
}: {
  use: TxidUseWire;
  children?: ReactNode;
}) {
  return (
    <li>
      <Link to={consolePaths.payment(id)}>{fullName}</Link>
      <span>${amount}</span>
      <Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>
      {children}
      <p>
        Sent <Moment at={submittedAt} />
        {decidedAt !== null && (
          <>
            , decided <Moment at={decidedAt} />
          </>
        )}
        {reason !== null && `: “${reason}”`}
      </p>
    </li>
  );
}
