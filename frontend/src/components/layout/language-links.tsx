import { currentLanguage, languages } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import styles from './language-switch.module.css';

/** The page in each language, as links: for pages that are read without a script. The server answers in the language of the query. */
export function LanguageLinks() {
  if (languages.length < 2) return null;
  return (
    <nav aria-label={t('common.language')}>
      <ul className={styles.links}>
        {languages.map(({ id, name }) => (
          <li key={id}>
            <a href={`?language=${id}`} lang={id} hrefLang={id} aria-current={id === currentLanguage() || undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
