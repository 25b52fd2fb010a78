import { membership } from 'virtual:content/membership';
import type { Membership } from '../../lib/wire/profile';
import styles from './registration-aside.module.css';

const chosenFacts: Record<Membership, { title: string; facts: typeof membership.clubFacts }> = {
  'trade club': { title: 'Trade club at a glance', facts: membership.clubFacts },
  'hedge fund': { title: 'Hedge fund at a glance', facts: membership.fundFacts },
};

/** Beside the form: what the chosen membership costs, and what happens after it is sent. */
export function RegistrationAside({ chosen }: { chosen: Membership | '' }) {
  return (
    <div className={styles.aside}>
      {chosen !== '' && (
        <section>
          <h2>{chosenFacts[chosen].title}</h2>
          <dl className={styles.facts}>
            {chosenFacts[chosen].facts.map(({ name, value }) => (
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
          {membership.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <p className={styles.risk}>{membership.risk}</p>
    </div>
  );
}

/** What the checkbox below it stands for, where it can be read. */
export function TermsInShort() {
  return (
    <details className={styles.terms}>
      <summary>The terms in short</summary>
      <ul>
        {membership.termsInShort.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}
