import { membership } from 'virtual:content/membership';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '../../components/feedback/button';
import { ErrorSummary } from '../../components/form/error-summary';
import form from '../../components/form/form.module.css';
import { placeErrors } from '../../components/form/form-errors';
import { CheckboxField, ChoiceCard, ChoiceGroup, PasswordField, SelectField, TextField } from '../../components/form/inputs';
import { PublicPage } from '../../components/layout/public-page';
import { MINIMUM_AGE } from '../../config/constants';
import { REFERRAL_CODE_PARAM, hashLink, paths } from '../../config/routes';
import { countries } from '../../content/countries';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { confirmationProblem, lengthProblem, passwordHelp, useMinimumPasswordLength } from '../../lib/passwords';
import { phoneDigits } from '../../lib/phone';
import { signUpFields, toSignUpWire } from '../../lib/wire/sign-up';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { NewTabLink } from './new-tab-link';
import {
  type Registration,
  canSignUp,
  dateProblem,
  emptyRegistration,
  fieldLabel,
  fieldNames,
  missingParts,
  toSignUp,
} from './registration';
import { RegistrationAside, TermsInShort } from './registration-aside';
import { isCorrecting, keepDraft, lastDraft } from './registration-draft';

/** Made once: the form renders with every key that is pressed. */
const countryOptions = countries.map((country) => <option key={country}>{country}</option>);

/** More than so many are seen at a glance. */
const MAX_NAMED = 3;

/** Says why the button can't be pressed, once the end is near. */
function whatIsMissing(parts: readonly string[]): string {
  if (parts.length === 0) return '';
  return parts.length > MAX_NAMED ? t('auth.register.allRequired') : t('auth.register.missing', { fields: parts.join(', ') });
}

export function RegisterPage() {
  const invitedBy = useParams()[REFERRAL_CODE_PARAM];
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const minimumPasswordLength = useMinimumPasswordLength();
  /** Sentences about the whole form, after it was refused; null before. */
  const [refusal, setRefusal] = useState<readonly string[] | null>(null);
  const { register, handleSubmit, control, setError, setFocus, setValue, getFieldState, formState } = useForm<Registration>({
    mode: 'onBlur',
    // The summary of what is wrong takes it.
    shouldFocusError: false,
    defaultValues: {
      ...emptyRegistration,
      ...(isCorrecting(state) && lastDraft()),
      ...(invitedBy !== undefined && { referralCode: invitedBy }),
    },
  });
  const values = useWatch({ control }) as Registration;
  const errorOf = (name: keyof Registration) => formState.errors[name]?.message;
  const wrong = fieldNames.filter((name) => errorOf(name) !== undefined);
  const now = new Date();
  const isReady = canSignUp(values, now);

  useEffect(() => {
    // Another invitation may be opened over a form that stands already; what was typed by hand is left alone.
    if (invitedBy !== undefined && !getFieldState('referralCode').isDirty) setValue('referralCode', invitedBy);
  }, [invitedBy, getFieldState, setValue]);

  const signUp = handleSubmit(
    async (filled) => {
      if (!canSignUp(filled, new Date())) return;
      setRefusal(null);
      try {
        await request('/signupuser', { method: 'POST', json: toSignUpWire(toSignUp(filled)), authorization: 'none' });
        keepDraft(filled);
        await navigate(paths.checkYourMail, { state: { email: filled.email.trim() } });
      } catch (error) {
        notify.error(messageOf(error));
        setRefusal(placeErrors<Registration>(error, signUpFields, setError, { focusField: false }));
      }
    },
    () => setRefusal([]),
  );

  return (
    <PublicPage
      width="wide"
      title={t('auth.register.title')}
      intro={<Trans id="auth.register.intro" tags={{ link: <Link to={paths.login} /> }} />}
      aside={<RegistrationAside chosen={values.membership} />}
    >
      <form className={form.form} onSubmit={(event) => void signUp(event)} noValidate>
        {refusal && (
          <ErrorSummary
            title={t('auth.register.refused')}
            sentences={refusal}
            fields={wrong.map((name) => ({ label: fieldLabel(name), focus: () => setFocus(name) }))}
          />
        )}
        <ChoiceGroup label={fieldLabel('membership')} error={errorOf('membership')}>
          <ChoiceCard
            label={t('auth.register.club.name')}
            help={membership.clubHelp}
            value="trade club"
            required
            {...register('membership')}
          />
          <ChoiceCard
            label={t('auth.register.fund.name')}
            help={membership.fundHelp}
            value="hedge fund"
            required
            {...register('membership')}
          />
        </ChoiceGroup>

        <h2 className={form.sectionTitle}>{t('auth.register.section.about')}</h2>
        <TextField
          label={fieldLabel('surname')}
          autoComplete="family-name"
          required
          help={t('auth.register.help.surname')}
          error={errorOf('surname')}
          {...register('surname')}
        />
        <TextField
          label={fieldLabel('firstName')}
          autoComplete="given-name"
          required
          error={errorOf('firstName')}
          {...register('firstName')}
        />
        <TextField
          label={fieldLabel('dateOfBirth')}
          type="date"
          autoComplete="bday"
          required
          max={now.toISOString().slice(0, 10)}
          help={t('auth.register.help.dateOfBirth', { age: MINIMUM_AGE })}
          error={dateProblem(values.dateOfBirth, now) ?? errorOf('dateOfBirth')}
          {...register('dateOfBirth')}
        />
        <SelectField label={fieldLabel('country')} autoComplete="country-name" required error={errorOf('country')} {...register('country')}>
          <option value="">{t('auth.register.selectCountry')}</option>
          {countryOptions}
        </SelectField>

        <h2 className={form.sectionTitle}>{t('auth.register.section.contact')}</h2>
        <TextField
          label={fieldLabel('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          help={t('auth.register.help.email')}
          error={errorOf('email')}
          {...register('email')}
        />
        <TextField
          label={fieldLabel('phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          help={t('auth.register.help.phoneNumber')}
          error={errorOf('phoneNumber')}
          {...register('phoneNumber', {
            onChange: (event: { target: HTMLInputElement }) => (event.target.value = phoneDigits(event.target.value)),
            setValueAs: phoneDigits,
          })}
        />

        <h2 className={form.sectionTitle}>{t('auth.register.section.password')}</h2>
        <PasswordField
          label={fieldLabel('password')}
          autoComplete="new-password"
          required
          help={passwordHelp(values.password, minimumPasswordLength)}
          error={errorOf('password')}
          {...register('password', { validate: (password) => lengthProblem(password, minimumPasswordLength) })}
        />
        <PasswordField
          label={fieldLabel('confirmation')}
          autoComplete="new-password"
          required
          error={confirmationProblem(values) ?? undefined}
          {...register('confirmation')}
        />

        <TextField
          label={fieldLabel('referralCode')}
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('referralCode')}
          {...register('referralCode')}
        />
        <div className={form.section}>
          <TermsInShort />
          <CheckboxField
            required
            label={
              <Trans
                id="auth.register.agree"
                tags={{
                  terms: <NewTabLink href={hashLink(paths.terms)} />,
                  disclaimer: <NewTabLink href={hashLink(paths.disclaimer)} />,
                }}
              />
            }
            help={t('auth.register.help.agreed')}
            {...register('agreed')}
          />
        </div>
        <div className={form.send}>
          <Button type="submit" look="primary" wide busy={formState.isSubmitting} disabled={!isReady}>
            {t(formState.isSubmitting ? 'auth.register.running' : 'auth.register.submit')}
          </Button>
          {formState.isDirty && !isReady && <p className={form.missing}>{whatIsMissing(missingParts(values, now))}</p>}
        </div>
      </form>
    </PublicPage>
  );
}
