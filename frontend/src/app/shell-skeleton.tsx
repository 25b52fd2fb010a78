import { ConnectionBanner } from '../components/layout/connection-banner';
import { type ScreenShape, ScreenSkeleton } from '../components/layout/screen-skeleton';
import { ShellOutline } from '../components/layout/shell-outline';

/** The shell before the session is known, in the sizes of the real one. */
export function ShellSkeleton({ shape }: { shape: ScreenShape }) {
  return (
    <ShellOutline>
      <ConnectionBanner />
      <ScreenSkeleton shape={shape} />
    </ShellOutline>
  );
}
