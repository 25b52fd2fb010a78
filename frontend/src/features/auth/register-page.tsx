import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { placeErrors } from '../../components/form/form-errors';
import { CheckboxField, ChoiceCard, ChoiceGroup, PasswordField, SelectField, TextField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { REFERRAL_CODE_PARAM, paths } from '../../config/routes';
import { countries } from '../../content/countries';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { confirmationProblem, lengthProblem, useMinimumPasswordLength } from '../../lib/passwords';
import { phoneDigits } from '../../lib/phone';
import { signUpFields, toSignUpWire } from '../../lib/wire/sign-up';
import { type Registration, ageProblem, canSignUp, emptyRegistration, toSignUp } from './registration';
import { RegistrationAside, TermsInShort } from './registration-aside';

/** Made once: the form renders with every key that is pressed. */
const countryOptions = countries.map((country) => <option key={country}>{country}</option>);

export function RegisterPage() {
  const invitedBy = useParams()[REFERRAL_CODE_PARAM];
  const navigate = useNavigate();
  const minimumPasswordLength = useMinimumPasswordLength();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, control, setError, formState } = useForm<Registration>({
    mode: 'onBlur',
    defaultValues: { ...emptyRegistration, referralCode: invitedBy ?? '' },
  });
  const values = useWatch({ control }) as Registration;
  const errorOf = (name: keyof Registration) => formState.errors[name]?.message;
  const isReady = canSignUp(values, new Date());

  const signUp = handleSubmit(async (filled) => {
    if (!canSignUp(filled, new Date())) return;
    setProblems([]);
    try {
      await request('/signupuser', { method: 'POST', json: toSignUpWire(toSignUp(filled)), authorization: 'none' });
      await navigate(paths.checkYourMail, { state: { email: filled.email.trim() } });
    } catch (error) {
      setProblems(placeErrors<Registration>(error, signUpFields, setError));
      notify.error(messageOf(error));
    }
  });

  return (
    <PublicPage
      width="wide"
      title="Create your account"
      intro={
        <>
          It takes about three minutes. Already registered? <Link to={paths.login}>Log in</Link>
        </>
      }
      aside={<RegistrationAside membership={values.membership} />}
    >
      <form className={form.form} onSubmit={(event) => void signUp(event)} noValidate>
        <ChoiceGroup label="Membership" error={errorOf('membership')}>
          <ChoiceCard label="Trade club" help="Education, signals and market analysis. Open to every level of experience." value="trade club" {...register('membership')} />
          <ChoiceCard label="Hedge fund" help="Non-custodial portfolio management, from $10,000." value="hedge fund" {...register('membership')} />
        </ChoiceGroup>

        <h2 className={form.sectionTitle}>About you</h2>
        <TextField label="Surname" autoComplete="family-name" help="As it stands in your identity document." error={errorOf('surname')} {...register('surname')} />
        <TextField label="First name" autoComplete="given-name" error={errorOf('firstName')} {...register('firstName')} />
        <TextField
          label="Date of birth"
          type="date"
          autoComplete="bday"
          max={new Date().toISOString().slice(0, 10)}
          help="Members are 18 or older."
          error={ageProblem(values.dateOfBirth, new Date()) ?? errorOf('dateOfBirth')}
          {...register('dateOfBirth')}
        />
        <SelectField label="Country" autoComplete="country-name" error={errorOf('country')} {...register('country')}>
          <option value="">Select Country</option>
          {countryOptions}
        </SelectField>

        <h2 className={form.sectionTitle}>How we reach you</h2>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help="We send a link there to confirm it."
          error={errorOf('email')}
          {...register('email')}
        />
        <TextField
          label="Phone number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          help="Digits with your country's code, such as +4915112345678."
          error={errorOf('phoneNumber')}
          {...register('phoneNumber', { onChange: (event: { target: HTMLInputElement }) => (event.target.value = phoneDigits(event.target.value)), setValueAs: phoneDigits })}
        />

        <h2 className={form.sectionTitle}>Your password</h2>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          help={`At least ${minimumPasswordLength} characters. A few unrelated words do well.`}
          error={errorOf('password')}
          {...register('password', { validate: (password) => lengthProblem(password, minimumPasswordLength) })}
        />
        <PasswordField label="Confirm password" autoComplete="new-password" error={confirmationProblem(values) ?? undefined} {...register('confirmation')} />

        <TextField label="Referral code" optional autoComplete="off" autoCapitalize="none" spellCheck={false} error={errorOf('referralCode')} {...register('referralCode')} />
        <div className={form.section}>
          <TermsInShort />
          <CheckboxField label="I have read the terms and agree to them, and to the community guidelines." {...register('agreed')} />
        </div>
        {problems.length > 0 && (
          <Notice kind="error" live title="Your registration was not sent">
            {problems.join(' ')}
          </Notice>
        )}
        <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={!isReady}>
          {formState.isSubmitting ? 'Signing up…' : 'Sign up'}
        </Button>
      </form>
    </PublicPage>
  );
}
