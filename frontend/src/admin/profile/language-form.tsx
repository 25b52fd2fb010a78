import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SelectField } from '../../components/form/inputs';
import { messageOf } from '../../lib/api';
import { chooseLanguage, currentLanguage, languages } from '../../lib/i18n/language';
import { notify } from '../../lib/notify';
import { ownLanguageQuery, storeLanguage } from '../../lib/own-language';

/** Chooses the language of the shared parts of the site, and stores it with the account. */
export function LanguageForm() {
  const queryClient = useQueryClient();
  const store = useMutation({
    mutationFn: storeLanguage,
    onSuccess: (language) => {
      queryClient.setQueryData(ownLanguageQuery.queryKey, language);
      if (language !== null && language !== currentLanguage()) chooseLanguage(language);
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
  return (
    <SelectField
      label="Language"
      help="For sign-in, security and the menus. The console and its emails are in English."
      value={currentLanguage()}
      disabled={store.isPending}
      onChange={(event) => store.mutate(event.target.value)}
    >
      {languages.map(({ id, name }) => (
        <option key={id} value={id} lang={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
