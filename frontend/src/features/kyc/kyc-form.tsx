import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import { t } from '../../lib/i18n/texts';
import form from '../../components/form/form.module.css';
import { SelectField, TextAreaField } from '../../components/form/inputs';
import { UploadField, fileProblem } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { isAt, paths } from '../../config/routes';
import { ApiError, messageOf } from '../../lib/api';
import { homePath } from '../../lib/home-path';
import { notify } from '../../lib/notify';
import { usePublicConfig } from '../../lib/public-config';
import { queryClient } from '../../lib/query-client';
import { changeProfile, refreshProfile, useProfile } from '../../lib/session';
import { upload } from '../../lib/upload';
import type { Membership } from '../../lib/wire/profile';
import type { Answer, KycWarningsWire } from '../../lib/wire/types';
import { AccessFields } from './access-fields';
import { type Submission, emptySubmission, submissionFields, toForm } from './submission';
import { UploadProgress } from './upload-progress';

const pictures = limits.images;
const picturesOrPdf = [...limits.images, ...limits.documents];

const fileRule = (accepted: readonly string[], missing: string) => (file: File | null) =>
  file === null ? missing : (fileProblem(file, accepted) ?? true);

/** `onPlatform` hears which exchange is chosen. */
export function KycForm({ membership, onPlatform }: { membership: Membership; onPlatform: (platform: string) => void }) {
  const { platforms } = usePublicConfig();
  const profile = useProfile();
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const { register, control, handleSubmit, setError, clearErrors, formState } = useForm<Submission>({
    mode: 'onBlur',
    defaultValues: { ...emptySubmission, platform: platforms[0]?.id ?? '' },
  });
  const [access, platform] = useWatch({ control, name: ['access', 'platform'] });
  const withPassphrase = platforms.find(({ id }) => id === platform)?.passphrase ?? false;
  const errorOf = (name: keyof Submission) => formState.errors[name]?.message;

  const send = handleSubmit(async (values) => {
    setProblems([]);
    setSent(0);
    try {
      const answer = await upload<Answer<unknown> & KycWarningsWire>('/createkyc', toForm(values, membership, withPassphrase), setSent);
      changeProfile({ kycStatus: 'pending' });
      notify.success(answer.message);
      for (const warning of answer.warnings ?? []) notify.info(warning);
      // Whoever has gone on to another page while it was sent stays there.
      if (isAt(paths.kycVerification)) await navigate(homePath(profile.role));
    } catch (error) {
      notify.error(messageOf(error));
      if (error instanceof ApiError && error.status === 409) {
        // Sent already, in another tab or before a lost answer: show what the server knows.
        await Promise.all([queryClient.invalidateQueries({ queryKey: ['my-kyc'] }), refreshProfile()]).catch((second: unknown) =>
          setProblems([messageOf(second)]),
        );
        return;
      }
      setProblems(placeErrors<Submission>(error, submissionFields, setError));
    } finally {
      setSent(null);
    }
  });

  return (
    <form className={form.form} onSubmit={(event) => void send(event)} noValidate>
      <h2 className={form.sectionTitle}>{t('kyc.form.who')}</h2>
      <Controller
        control={control}
        name="identityDocument"
        rules={{ validate: fileRule(pictures, t('kyc.form.identityMissing')) }}
        render={({ field }) => (
          <UploadField
            label={t('kyc.form.identity')}
            help={t('kyc.form.identityHelp')}
            name="idCard"
            accepted={pictures}
            file={field.value}
            error={errorOf('identityDocument')}
            ref={field.ref}
            onFile={(file) => {
              const problem = file && fileProblem(file, pictures);
              if (problem) return setError('identityDocument', { message: problem });
              clearErrors('identityDocument');
              field.onChange(file);
            }}
          />
        )}
      />

      <h2 className={form.sectionTitle}>{t('kyc.form.where')}</h2>
      <TextAreaField
        label={t('kyc.form.address')}
        autoComplete="street-address"
        rows={2}
        help={t('kyc.form.addressHelp')}
        error={errorOf('address')}
        {...register('address', { validate: (value) => value.trim() !== '' || t('kyc.form.addressMissing') })}
      />
      <Controller
        control={control}
        name="proofOfAddress"
        rules={{ validate: fileRule(picturesOrPdf, t('kyc.form.proofMissing')) }}
        render={({ field }) => (
          <UploadField
            label={t('kyc.form.proof')}
            help={t('kyc.form.proofHelp')}
            name="proofOfAddress"
            accepted={picturesOrPdf}
            file={field.value}
            error={errorOf('proofOfAddress')}
            ref={field.ref}
            onFile={(file) => {
              const problem = file && fileProblem(file, picturesOrPdf);
              if (problem) return setError('proofOfAddress', { message: problem });
              clearErrors('proofOfAddress');
              field.onChange(file);
            }}
          />
        )}
      />

      <h2 className={form.sectionTitle}>{t('kyc.form.account')}</h2>
      <SelectField
        label={t('kyc.form.exchange')}
        error={errorOf('platform')}
        {...register('platform', {
          required: t('kyc.form.exchangeMissing'),
          onChange: (event: { target: { value: string } }) => onPlatform(event.target.value),
        })}
      >
        {platforms.map((platform) => (
          <option key={platform.id} value={platform.id}>
            {platform.name}
          </option>
        ))}
      </SelectField>
      <AccessFields membership={membership} access={access} withPassphrase={withPassphrase} register={register} errorOf={errorOf} />

      {problems.length > 0 && (
        <Notice kind="error" live title={t('kyc.form.refused')}>
          {problems.join(' ')}
        </Notice>
      )}
      {sent !== null && <UploadProgress share={sent} />}
      <Button type="submit" look="primary" busy={formState.isSubmitting}>
        {formState.isSubmitting ? t('kyc.form.sending') : t('kyc.form.submit')}
      </Button>
    </form>
  );
}
