import { Languages } from 'lucide-react';
import { chooseLanguage, currentLanguage, languages } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import styles from './language-switch.module.css';

/** Lets a person choose the language, each under its own name. Without a second language there is nothing to choose. */
export function LanguageSwitch() {
  if (languages.length < 2) return null;
  return (
    <label className={styles.switch}>
      <Languages size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('common.language')}</span>
      <select value={currentLanguage()} onChange={(event) => chooseLanguage(event.target.value)}>
        {languages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
