import { Moment } from './figures';

/** Shows when the balances of an account were last read: the one "as of" of every screen that shows an account. */
export function LastSynced({ at }: { at: string | null }) {
  if (at === null) return <>Not synced yet</>;
  return (
    <>
      Last synced <Moment at={at} relative />
    </>
  );
}
