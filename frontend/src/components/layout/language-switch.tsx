import { Languages } from 'lucide-react';
import { chooseLanguage, currentLanguage, languages } from '../../lib/i18n/language';
import { sessionToken } from '../../lib/session-token';
import { t } from '../../lib/i18n/texts';
import styles from './language-switch.module.css';

/** Stores the choice with the account, too, if there is a session. The page changes its language in any case. */
async function choose(language: string): Promise<void> {
  try {
    if (sessionToken() !== null) await (await import('../../lib/own-language')).storeLanguage(language);
  } finally {
    chooseLanguage(language);
  }
}

/** Lets a person choose the language, each under its own name. Without a second language there is nothing to choose. */
export function LanguageSwitch() {
  if (languages.length < 2) return null;
  return (
    <label className={styles.switch}>
      <Languages size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('common.language')}</span>
      <select value={currentLanguage()} onChange={(event) => void choose(event.target.value).catch(() => {})}>
        {languages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
