import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { t } from '../../lib/i18n/texts';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { UploadField, fileProblem } from '../../components/form/upload-field';
import { upload as limits } from '../../config/constants';
import { isAt, paths } from '../../config/routes';
import { ApiError, messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { changeProfile, refreshProfile } from '../../lib/session';
import { upload } from '../../lib/upload';
import type { Answer, PaymentSubmissionWire, PaymentSubmittedWire } from '../../lib/wire/types';
import type { Subscription } from './api/get-payment';

interface Problems {
  proof?: string;
  txid?: string;
  other?: string;
}

const fieldOf: Record<string, keyof Problems> = { proofOfPayment: 'proof', txid: 'txid' };

/** What a refusal says, beside the field it names. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError) || error.fields.length === 0) return { other: messageOf(error) };
  const problems: Problems = {};
  for (const { field, message } of error.fields) {
    const place = fieldOf[field] ?? 'other';
    problems[place] = problems[place] === undefined ? message : `${problems[place]} ${message}`;
  }
  return problems;
}

/** The proof that the fee was paid; without one there is nothing to send. */
export function PaymentForm({ subscription }: { subscription: Subscription }) {
  const navigate = useNavigate();
  const [proof, setProof] = useState<File | null>(null);
  const [txid, setTxid] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [sent, setSent] = useState<number | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (proof === null || sent !== null) return;
    setProblems({});
    setSent(0);
    try {
      const answer = await upload<Answer<PaymentSubmittedWire>>('/createpayment', toForm(subscription, txid.trim(), proof), setSent);
      changeProfile({ paymentStatus: 'pending' });
      notify.success(answer.message);
      // Whoever has gone on to another page while it was sent stays there.
      if (isAt(paths.subscriptionPayment)) await navigate(paths.profile);
    } catch (error) {
      const refused = problemsOf(error);
      setProblems(refused);
      // Sent already, in another tab or before a lost answer: show what the server knows.
      if (error instanceof ApiError && error.status === 409 && error.fields.length === 0)
        await Promise.all([queryClient.invalidateQueries({ queryKey: ['my-payment'] }), refreshProfile()]).catch((second: unknown) =>
          setProblems({ other: messageOf(second) }),
        );
    } finally {
      setSent(null);
    }
  };

  return (
    <form className={form.form} onSubmit={(event) => void send(event)} noValidate>
      <UploadField
        label={t('payments.proof.file')}
        help={t('payments.proof.fileHelp')}
        name="proofOfPayment"
        accepted={limits.images}
        file={proof}
        error={problems.proof}
        onFile={(file) => {
          const problem = file && fileProblem(file, limits.images);
          setProblems(problem ? { proof: problem } : {});
          if (!problem) setProof(file);
        }}
      />
      <TextField
        label={t('payments.proof.txid')}
        optional
        help={t('payments.proof.txidHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={66}
        value={txid}
        error={problems.txid}
        onChange={(event) => setTxid(event.target.value)}
      />
      {problems.other && (
        <Notice kind="error" live title={t('payments.proof.refused')}>
          {problems.other}
        </Notice>
      )}
      <Button type="submit" look="primary" wide busy={sent !== null} disabled={proof === null}>
        {sent === null
          ? t('payments.proof.submit')
          : sent < 1
            ? t('payments.proof.uploading', { hundredths: Math.round(sent * 100) })
            : t('payments.proof.checking')}
      </Button>
    </form>
  );
}

function toForm({ membership, fee }: Subscription, txid: string, proof: File): FormData {
  const data = new FormData();
  const text = (name: keyof PaymentSubmissionWire, value: string) => data.append(name, value);
  text('membership', membership);
  text('amount', fee);
  if (txid !== '') text('txid', txid);
  // The file last: a server reads the fields before the large part.
  data.append('proofOfPayment', proof);
  return data;
}
