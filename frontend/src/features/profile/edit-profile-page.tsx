import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { SelectField, TextField } from '../../components/form/inputs';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { countries } from '../../content/countries';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { phoneDigits } from '../../lib/phone';
import { refreshProfile, useProfile } from '../../lib/session';
import type { Answer, ProfileChangedWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { type Details, detailFields, toProfileForm } from './details';

/** Made once: the form renders with every key that is pressed. */
const countryOptions = countries.map((country) => <option key={country}>{country}</option>);

/** Names, phone number and country change at once; a new email once the link in its mail is opened. */
export function EditProfilePage() {
  const profile = useProfile();
  const navigate = useNavigate();
  const [problems, setProblems] = useState<string[]>([]);
  const [pending, setPending] = useState<string | null>(null);
  const { surname, firstName, email, phoneNumber, country } = profile;
  const { register, handleSubmit, control, setError, reset, formState } = useForm<Details>({
    mode: 'onBlur',
    defaultValues: { surname, firstName, email, phoneNumber, country },
  });
  const values = useWatch({ control }) as Details;
  const errorOf = (name: keyof Details) => formState.errors[name]?.message;
  const isFilled = Object.values(values).every((value) => value.trim() !== '');

  const save = handleSubmit(async (filled) => {
    setProblems([]);
    setPending(null);
    try {
      const { body } = await request<Answer<ProfileChangedWire>>('/updateprofile', { method: 'POST', json: toProfileForm(filled) });
      notify.success(body.message);
      await refreshProfile();
      if (body.data.emailPending === null) return await navigate(paths.profile);
      setPending(body.data.emailPending);
      reset({ ...filled, email });
    } catch (error) {
      setProblems(placeErrors<Details>(error, detailFields, setError));
    }
  });

  return (
    <Screen title={t('profile.edit')} width="narrow">
      <Grid>
        <Card span={8}>
          <form className={form.form} onSubmit={(event) => void save(event)} noValidate>
            {pending && (
              <Notice kind="info" live title={t('profile.form.pending', { address: pending })}>
                {t('profile.form.pendingText', { address: email })}
              </Notice>
            )}
            <TextField label={t('profile.field.surname')} autoComplete="family-name" error={errorOf('surname')} {...register('surname')} />
            <TextField
              label={t('profile.field.firstName')}
              autoComplete="given-name"
              error={errorOf('firstName')}
              {...register('firstName')}
            />
            <TextField
              label={t('profile.field.email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              help={t('profile.form.emailHelp')}
              error={errorOf('email')}
              {...register('email')}
            />
            <TextField
              label={t('profile.field.phoneNumber')}
              type="tel"
              inputMode="numeric"
              autoComplete="tel"
              help={t('profile.form.phoneHelp')}
              error={errorOf('phoneNumber')}
              {...register('phoneNumber', {
                onChange: (event: { target: HTMLInputElement }) => (event.target.value = phoneDigits(event.target.value)),
                setValueAs: phoneDigits,
              })}
            />
            <SelectField label={t('profile.field.country')} autoComplete="country-name" error={errorOf('country')} {...register('country')}>
              <option value="">{t('profile.form.selectCountry')}</option>
              {countryOptions}
            </SelectField>
            {problems.length > 0 && (
              <Notice kind="error" live title={t('profile.form.refused')}>
                {problems.join(' ')}
              </Notice>
            )}
            <div className={form.row}>
              <Button type="submit" look="primary" busy={formState.isSubmitting} disabled={!isFilled}>
                {t(formState.isSubmitting ? 'profile.form.saving' : 'profile.form.save')}
              </Button>
              <Link to={paths.profile} className={buttonClass({ look: 'quiet' })}>
                {t('profile.form.back')}
              </Link>
            </div>
          </form>
        </Card>
      </Grid>
    </Screen>
  );
}
