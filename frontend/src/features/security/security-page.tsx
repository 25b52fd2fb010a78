import { SecurityScreen } from '../../components/security/security-screen';

/** A member's own security page; the console has the same screen in its shell. */
export function SecurityPage() {
  return <SecurityScreen />;
}
