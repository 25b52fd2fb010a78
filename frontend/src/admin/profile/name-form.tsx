import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { refreshProfile, useProfile } from '../../lib/session';
import type { Profile } from '../../lib/wire/profile';
import type { Answer, ProfileChangedWire, ProfileFormWire } from '../../lib/wire/types';

type Names = Pick<Profile, 'firstName' | 'surname'>;

const fields = { otherName: 'firstName', surname: 'surname' } as const satisfies Record<string, keyof Names>;

/** Changes the names, and nothing else of the profile. */
export function NameForm() {
  const { firstName, surname, email, phoneNumber, country } = useProfile();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, control, setError, formState } = useForm<Names>({
    mode: 'onBlur',
    defaultValues: { firstName, surname },
  });
  const values = useWatch({ control }) as Names;
  const save = handleSubmit(async (names) => {
    setProblems([]);
    const json: ProfileFormWire = { otherName: names.firstName.trim(), surname: names.surname.trim(), email, phoneNumber, country };
    try {
      await request<Answer<ProfileChangedWire>>('/updateprofile', { method: 'POST', json });
      notify.success('Your name was saved');
      await refreshProfile();
    } catch (error) {
      setProblems(placeErrors<Names>(error, fields, setError));
    }
  });
  return (
    <form className={form.form} onSubmit={(event) => void save(event)} noValidate>
      <TextField label="First name" autoComplete="given-name" error={formState.errors.firstName?.message} {...register('firstName')} />
      <TextField label="Surname" autoComplete="family-name" error={formState.errors.surname?.message} {...register('surname')} />
      {problems.length > 0 && (
        <Notice kind="error" live title="Your name was not saved">
          {problems.join(' ')}
        </Notice>
      )}
      <Button
        type="submit"
        look="primary"
        busy={formState.isSubmitting}
        disabled={values.firstName.trim() === '' || values.surname.trim() === ''}
      >
        {formState.isSubmitting ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
