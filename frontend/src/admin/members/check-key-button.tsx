import { Button } from '../../components/feedback/button';
import { request } from '../../lib/api';
import type { Answer, ExchangeKeyWire, MemberWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

/** Asks the exchange now what the member's key may do. A key that was put right goes on; where there is none, the server says so. */
export function CheckKeyButton({ member: { id, fullName } }: { member: Pick<MemberWire, 'id' | 'fullName'> }) {
  const check = useAct({
    call: () => request<Answer<ExchangeKeyWire>>(`/admin/members/${encodeURIComponent(id)}/check-key`, { method: 'POST', json: {} }),
    done: ({ body }) => body.message,
    lists: ['members'],
  });
  const words = check.isPending ? 'Checking…' : 'Check key';
  return (
    <Button size="small" busy={check.isPending} aria-label={`${words} ${fullName}`} onClick={() => check.mutate()}>
      {words}
    </Button>
  );
}
