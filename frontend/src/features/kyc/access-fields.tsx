import type { UseFormRegister } from 'react-hook-form';
import { ChoiceCard, ChoiceGroup, PasswordField, TextField } from '../../components/form/inputs';
import type { Membership } from '../../lib/wire/profile';
import type { Access, Submission } from './submission';
import { t } from '../../lib/i18n/texts';

interface AccessFieldsProps {
  membership: Membership;
  access: Access;
  /** The chosen exchange gives a third part with each key. */
  withPassphrase: boolean;
  register: UseFormRegister<Submission>;
  errorOf: (name: keyof Submission) => string | undefined;
}

const filled = (sentence: string) => (value: string) => value.trim() !== '' || sentence;

/** Trade club members give a key; fund clients a key or, if they must, their sign-in. Only the shown pair is ever sent. */
export function AccessFields({ membership, access, withPassphrase, register, errorOf }: AccessFieldsProps) {
  const byKey = membership === 'trade club' || access === 'key';
  return (
    <>
      {membership === 'hedge fund' && (
        <ChoiceGroup label={t('kyc.access.choice')}>
          <ChoiceCard value="key" label={t('kyc.access.byKey')} help={t('kyc.access.byKeyHelp')} {...register('access')} />
          <ChoiceCard value="sign-in" label={t('kyc.access.bySignIn')} help={t('kyc.access.bySignInHelp')} {...register('access')} />
        </ChoiceGroup>
      )}
      {byKey ? (
        <>
          <TextField
            key="apiKey"
            label={t('kyc.access.apiKey')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help={t('kyc.access.apiKeyHelp')}
            error={errorOf('apiKey')}
            {...register('apiKey', { shouldUnregister: true, validate: filled(t('kyc.access.apiKeyMissing')) })}
          />
          <PasswordField
            key="secretKey"
            label={t('kyc.access.secretKey')}
            autoComplete="off"
            help={t('kyc.access.secretKeyHelp')}
            error={errorOf('secretKey')}
            {...register('secretKey', { shouldUnregister: true, validate: filled(t('kyc.access.secretKeyMissing')) })}
          />
          {withPassphrase && (
            <PasswordField
              key="passphrase"
              label={t('kyc.access.passphrase')}
              autoComplete="off"
              help={t('kyc.access.passphraseHelp')}
              error={errorOf('passphrase')}
              {...register('passphrase', { shouldUnregister: true, validate: filled(t('kyc.access.passphraseMissing')) })}
            />
          )}
        </>
      ) : (
        <>
          <TextField
            key="userName"
            label={t('kyc.access.userName')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf('userName')}
            {...register('userName', { shouldUnregister: true, validate: filled(t('kyc.access.userNameMissing')) })}
          />
          <PasswordField
            key="password"
            label={t('kyc.access.password')}
            autoComplete="off"
            error={errorOf('password')}
            {...register('password', {
              shouldUnregister: true,
              validate: (value) => value !== '' || t('kyc.access.passwordMissing'),
            })}
          />
        </>
      )}
    </>
  );
}
