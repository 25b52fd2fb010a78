import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { UploadField, fileProblem } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { ApiError, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { refreshProfile } from '../../lib/session';
import { upload } from '../../lib/upload';
import type { Answer, KycDocumentWire } from '../../lib/wire/types';
import { UploadProgress } from './upload-progress';

const fields = {
  idCard: { label: 'kyc.form.identity', help: 'kyc.form.identityHelp', missing: 'kyc.form.identityMissing', accepted: limits.images },
  proofOfAddress: {
    label: 'kyc.form.proof',
    help: 'kyc.form.proofHelp',
    missing: 'kyc.form.proofMissing',
    accepted: [...limits.images, ...limits.documents],
  },
} as const;

/** Sends the one document that is asked for again. */
export function AskedForm({ document }: { document: KycDocumentWire }) {
  const { label, help, missing, accepted } = fields[document];
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);

  async function send() {
    if (file === null) return setProblem(t(missing));
    setProblem(null);
    setRefusal(null);
    setSent(0);
    const body = new FormData();
    body.append(document, file);
    try {
      await upload<Answer<unknown>>('/me/kyc/document', body, setSent);
      notify.success(t('kyc.asked.received'));
      await readAgain();
    } catch (error) {
      const ofField = error instanceof ApiError ? error.fields.find(({ field }) => field === document)?.message : undefined;
      if (ofField === undefined) setRefusal(messageOf(error));
      else setProblem(ofField);
      // Sent already, in another tab or before a lost answer, or decided meanwhile: show what the server knows.
      if (error instanceof ApiError && error.status === 409) await readAgain().catch(() => undefined);
    } finally {
      setSent(null);
    }
  }

  return (
    <form
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <UploadField
        label={t(label)}
        help={t(help)}
        name={document}
        accepted={accepted}
        file={file}
        error={problem ?? undefined}
        onFile={(chosen) => {
          const wrong = chosen && fileProblem(chosen, accepted);
          setProblem(wrong);
          if (wrong === null) setFile(chosen);
        }}
      />
      {refusal !== null && (
        <Notice kind="error" live title={t('kyc.form.refused')}>
          {refusal}
        </Notice>
      )}
      {sent !== null && <UploadProgress share={sent} />}
      <Button type="submit" look="primary" busy={sent !== null}>
        {sent !== null ? t('kyc.form.sending') : t('kyc.asked.send')}
      </Button>
    </form>
  );
}

const readAgain = () => Promise.all([queryClient.invalidateQueries({ queryKey: ['my-kyc'] }), refreshProfile()]);
