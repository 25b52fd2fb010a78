import { membership } from 'virtual:content/membership';
import type { Membership } from '../../lib/wire/profile';
import { t } from '../../lib/i18n/texts';
import styles from './registration-aside.module.css';

const chosenFacts = {
  'trade club': { title: 'auth.register.club.facts', facts: 'clubFacts' },
  'hedge fund': { title: 'auth.register.fund.facts', facts: 'fundFacts' },
} as const satisfies Record<Membership, unknown>;

/** Beside the form: what the chosen membership costs, and what happens after it is sent. */
export function RegistrationAside({ chosen }: { chosen: Membership | '' }) {
  return (
    <div className={styles.aside}>
      {chosen !== '' && (
        <section>
          <h2>{t(chosenFacts[chosen].title)}</h2>
          <dl className={styles.facts}>
            {membership[chosenFacts[chosen].facts].map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>{t('auth.register.next')}</h2>
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
      <summary>{t('auth.register.termsInShort')}</summary>
      <ul>
        {membership.termsInShort.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}
