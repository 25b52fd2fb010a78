import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { buttonClass } from '../../components/feedback/button';
import { SelectField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { chooseLanguage, currentLanguage, languages } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { ownLanguageQuery, storeLanguage } from '../../lib/own-language';
import styles from './profile-page.module.css';

const nameOf = (language: string): string => languages.find(({ id }) => id === language)?.name ?? language;

/** Chooses the language of the pages and of the emails. The two differ if this browser has another language than the account. */
export function LanguageCard() {
  const queryClient = useQueryClient();
  const { data } = useQuery(ownLanguageQuery);
  const store = useMutation({
    mutationFn: storeLanguage,
    onSuccess: (language) => {
      queryClient.setQueryData(ownLanguageQuery.queryKey, language);
      if (language !== null && language !== currentLanguage()) chooseLanguage(language);
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
  const page = currentLanguage();
  const emails = data === undefined ? page : (data ?? 'en');
  return (
    <Card title={t('profile.language.title')} span={4}>
      <SelectField
        label={t('profile.language.title')}
        help={t('profile.language.help')}
        value={page}
        disabled={store.isPending}
        onChange={(event) => store.mutate(event.target.value)}
      >
        {languages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {emails !== page && (
        <div className={styles.mails}>
          <p className={styles.hint}>{t('profile.language.emails', { language: nameOf(emails) })}</p>
          <button type="button" className={buttonClass()} disabled={store.isPending} onClick={() => store.mutate(page)}>
            {t('profile.language.use', { language: nameOf(page) })}
          </button>
        </div>
      )}
    </Card>
  );
}
