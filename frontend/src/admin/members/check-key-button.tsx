import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Answer, ExchangeKeyWire, MemberWire } from '../../lib/wire/types';

/** Asks the exchange now what the member's key may do. A key that was put right goes on; where there is none, the server says so. */
export function CheckKeyButton({ member }: { member: Pick<MemberWire, 'id' | 'fullName'> }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      const { body } = await request<Answer<ExchangeKeyWire>>(`/admin/members/${encodeURIComponent(member.id)}/check-key`, {
        method: 'POST',
        json: {},
      });
      notify.success(body.message);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    }
  };
  return (
    <Button size="small" busy={busy} aria-label={`${busy ? 'Checking…' : 'Check key'} ${member.fullName}`} onClick={() => void check()}>
      {busy ? 'Checking…' : 'Check key'}
    </Button>
  );
}
