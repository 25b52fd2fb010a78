import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { type Session, signInWithPasskey } from '../../lib/session';
import { t } from '../../lib/i18n/texts';

interface PasskeyButtonProps {
  look?: 'primary' | 'secondary';
  disabled?: boolean;
  onBusy: (busy: boolean) => void;
  onEntered: (session: Session) => Promise<void>;
}

/** Signs in with a passkey of this device; no email and no password is asked for. */
export function PasskeyButton({ look = 'secondary', disabled = false, onBusy, onEntered }: PasskeyButtonProps) {
  const [waiting, setWaiting] = useState(false);
  const run = (isWaiting: boolean) => {
    setWaiting(isWaiting);
    onBusy(isWaiting);
  };
  const signIn = async () => {
    run(true);
    try {
      await onEntered(await signInWithPasskey());
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      run(false);
    }
  };
  return (
    <Button
      look={look}
      wide
      icon={<Fingerprint size={17} aria-hidden="true" />}
      busy={waiting}
      disabled={disabled}
      onClick={() => void signIn()}
    >
      {t(waiting ? 'auth.passkey.waiting' : 'auth.passkey.signIn')}
    </Button>
  );
}
