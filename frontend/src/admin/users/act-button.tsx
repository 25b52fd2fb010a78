import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../components/feedback/button';
import { notify } from '../../lib/notify';
import type { User, UserAct } from '../../lib/wire/users';
import styles from './users.module.css';

interface ActButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'icon' | 'busy' | 'className'> {
  user: User;
  act: UserAct;
  /** Begins with the words that can be seen. */
  label: string;
  onPress: () => void;
  children: ReactNode;
}

/** Does what the server says may be done. What it refuses stays in reach, and says why when it is pressed. */
export function ActButton({ user, act, label, onPress, children, className, ...look }: ActButtonProps) {
  const reason = user.mayNot[act];
  if (reason !== undefined) {
    return (
      <Button
        size="small"
        {...look}
        className={[className, styles.refused].filter(Boolean).join(' ')}
        aria-disabled="true"
        aria-label={label}
        title={reason}
        onClick={() => notify.info(reason)}
      >
        {children}
      </Button>
    );
  }
  if (!user.may.includes(act)) return null;
  return (
    <Button size="small" {...look} className={className} aria-label={label} onClick={onPress}>
      {children}
    </Button>
  );
}
