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
import { type Details, detailFields, toProfileForm } from './details';

/** Made once: the form renders with every key that is pressed. */
const countryOptions = countries.map((country) => <option key={country}>{country}</option>);

/** Names, phone number and country change at once; a new e-mail once the link in its mail is opened. */
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
    <Screen title="Edit profile" width="narrow">
      <Grid>
        <Card span={8}>
          <form className={form.form} onSubmit={(event) => void save(event)} noValidate>
            {pending && (
              <Notice kind="info" live title={`Open the link in the mail to ${pending}`}>
                Until then your e-mail stays {email}. When the new one takes effect, you log in again.
              </Notice>
            )}
            <TextField label="Surname" autoComplete="family-name" error={errorOf('surname')} {...register('surname')} />
            <TextField label="First name" autoComplete="given-name" error={errorOf('firstName')} {...register('firstName')} />
            <TextField
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              help="A new e-mail takes effect once you open the link that we send there."
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
              {...register('phoneNumber', {
                onChange: (event: { target: HTMLInputElement }) => (event.target.value = phoneDigits(event.target.value)),
                setValueAs: phoneDigits,
              })}
            />
            <SelectField label="Country" autoComplete="country-name" error={errorOf('country')} {...register('country')}>
              <option value="">Select Country</option>
              {countryOptions}
            </SelectField>
            {problems.length > 0 && (
              <Notice kind="error" live title="Nothing was saved">
                {problems.join(' ')}
              </Notice>
            )}
            <div className={form.row}>
              <Button type="submit" look="primary" busy={formState.isSubmitting} disabled={!isFilled}>
                {formState.isSubmitting ? 'Saving…' : 'Save'}
              </Button>
              <Link to={paths.profile} className={buttonClass({ look: 'quiet' })}>
                Back to your profile
              </Link>
            </div>
          </form>
        </Card>
      </Grid>
    </Screen>
  );
}
