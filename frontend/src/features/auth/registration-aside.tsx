import { hedgeFund, tradeClub } from '../../config/constants';
import type { Membership } from '../../lib/wire/profile';
import styles from './registration-aside.module.css';

const facts: Record<Membership, { title: string; rows: [string, string][] }> = {
  'trade club': {
    title: 'Trade club at a glance',
    rows: [
      ['Commitment fee', tradeClub.commitmentFee],
      ['Share of profits', `${tradeClub.profitShare}, at the end of a market cycle or annually`],
    ],
  },
  'hedge fund': {
    title: 'Hedge fund at a glance',
    rows: [
      ['Management fee', `${hedgeFund.managementFee} of assets under management`],
      ['Share of profits', hedgeFund.profitShare],
      ['Minimum funding', `${hedgeFund.minimumFunding}, or the equivalent in Bitcoin or stablecoins`],
      ['Redemption', `Every 6 months or annually, with ${hedgeFund.noticeDays} days' notice`],
    ],
  },
};

/** Beside the form: what the chosen membership costs, and what happens after it is sent. */
export function RegistrationAside({ membership }: { membership: Membership | '' }) {
  const chosen = facts[membership === '' ? 'trade club' : membership];
  return (
    <div className={styles.aside}>
      {membership !== '' && (
        <section>
          <h2>{chosen.title}</h2>
          <dl className={styles.facts}>
            {chosen.rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>What happens next</h2>
        <ol className={styles.steps}>
          <li>You confirm your e-mail by the link we send.</li>
          <li>You log in and send your documents with a read-only exchange key.</li>
          <li>We check them. Your balances and trades then appear in your dashboard.</li>
        </ol>
      </section>
      <p className={styles.risk}>Profits are not guaranteed. Prices of cryptocurrencies can fall far and fast, and you can lose what you put in.</p>
    </div>
  );
}

/** What the checkbox below it stands for, where it can be read. */
export function TermsInShort() {
  return (
    <details className={styles.terms}>
      <summary>The terms in short</summary>
      <ul>
        <li>A one-time subscription fee of {tradeClub.commitmentFee} for the trade club; the hedge fund takes part from a capital of {hedgeFund.minimumFunding}.</li>
        <li>
          Trade club: {tradeClub.profitShare} of profits at the end of a market cycle or annually. Hedge fund: {hedgeFund.managementFee} of assets under management and {hedgeFund.profitShare} of profits.
        </li>
        <li>Fund clients redeem every 6 months or annually, with {hedgeFund.noticeDays} days' notice.</li>
        <li>Fund clients keep to the savings allocation limits of their jurisdiction, or are accredited investors.</li>
        <li>Every member completes identity checks (KYC/AML).</li>
        <li>Club members follow the community guidelines.</li>
        <li>Profits are not guaranteed.</li>
      </ul>
    </details>
  );
}
