import type { UseFormRegister } from 'react-hook-form';
import { ChoiceCard, ChoiceGroup, PasswordField, TextField } from '../../components/form/inputs';
import type { Membership } from '../../lib/wire/profile';
import type { Access, Submission } from './submission';

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
        <ChoiceGroup label="How may we read your account?">
          <ChoiceCard
            value="key"
            label="A key that can only read (recommended)"
            help="It can be withdrawn at the exchange at any time, and can neither trade nor withdraw."
            {...register('access')}
          />
          <ChoiceCard
            value="sign-in"
            label="Exchange login name and password"
            help="Sealed at once: the running system can store it and never read it. It is opened offline alone."
            {...register('access')}
          />
        </ChoiceGroup>
      )}
      {byKey ? (
        <>
          <TextField
            key="apiKey"
            label="API key"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help="The key must be able to read and nothing else; we refuse one that can do more."
            error={errorOf('apiKey')}
            {...register('apiKey', { shouldUnregister: true, validate: filled('Enter the API key') })}
          />
          <PasswordField
            key="secretKey"
            label="Secret key"
            autoComplete="off"
            help="Shown once by the exchange when the key is made. We keep it encrypted and never show it again."
            error={errorOf('secretKey')}
            {...register('secretKey', { shouldUnregister: true, validate: filled('Enter the secret key') })}
          />
          {withPassphrase && (
            <PasswordField
              key="passphrase"
              label="Passphrase of the key"
              autoComplete="off"
              help="The one you chose when you made the key; it is not the password of your account."
              error={errorOf('passphrase')}
              {...register('passphrase', { shouldUnregister: true, validate: filled('Enter the passphrase of the key') })}
            />
          )}
        </>
      ) : (
        <>
          <TextField
            key="userName"
            label="Exchange login name"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf('userName')}
            {...register('userName', { shouldUnregister: true, validate: filled('Enter the login name of your exchange account') })}
          />
          <PasswordField
            key="password"
            label="Exchange password"
            autoComplete="off"
            error={errorOf('password')}
            {...register('password', {
              shouldUnregister: true,
              validate: (value) => value !== '' || 'Enter the password of your exchange account',
            })}
          />
        </>
      )}
    </>
  );
}
