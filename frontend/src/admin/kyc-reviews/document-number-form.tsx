import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import type { DocumentNumberWire, KycReviewDetailWire } from '../../lib/wire/types';
import { useIsOpen } from './use-checks';

/** Takes the number of the identity document. The server keeps a fingerprint alone, so that it cannot be shown again. */
export function DocumentNumberForm({ review }: { review: KycReviewDetailWire }) {
  const queryClient = useQueryClient();
  const isOpen = useIsOpen(review);
  const [number, setNumber] = useState('');
  const check = useMutation({
    mutationFn: (json: DocumentNumberWire) =>
      request(`/admin/kyc-reviews/${encodeURIComponent(review.id)}/document-number`, { method: 'POST', json }),
    onSuccess: () => {
      setNumber('');
      return queryClient.invalidateQueries({ queryKey: ['kyc-reviews', 'getOne'] });
    },
  });
  const { isRecorded } = review.seenBefore.number;
  if (!isOpen) return isRecorded ? null : <p>Not compared: no reviewer has entered the number.</p>;
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (number.trim() !== '' && !check.isPending) check.mutate({ number: number.trim() });
      }}
    >
      <TextField
        label={isRecorded ? 'Another number' : 'Number on the identity document'}
        help={
          isRecorded
            ? 'The number is recorded. Enter it again to correct it.'
            : 'Shows whether the number was used before. The number itself is not stored.'
        }
        maxLength={100}
        autoComplete="off"
        value={number}
        error={check.isError ? messageOf(check.error) : undefined}
        onChange={(event) => {
          setNumber(event.target.value);
          check.reset();
        }}
      />
      <div>
        <Button type="submit" size="small" busy={check.isPending} disabled={number.trim() === ''}>
          Compare the number
        </Button>
      </div>
    </form>
  );
}
