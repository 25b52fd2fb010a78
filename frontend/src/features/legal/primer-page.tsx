import { primer } from 'virtual:content/primer';
import { buttonClass } from '../../components/feedback/button';
import styles from './document.module.css';
import { DocumentPage } from './document-page';

/** The public primer on Bitcoin; at its end the way to the registration. */
export function PrimerPage() {
  const { title, text, action } = primer.join;
  return (
    <DocumentPage document={primer} isBinding={false}>
      <section className={styles.join} aria-labelledby="join">
        <h2 id="join">{title}</h2>
        <p>{text}</p>
        <a href={action.link} className={buttonClass({ look: 'primary' })}>
          {action.label}
        </a>
      </section>
    </DocumentPage>
  );
}
