import { useEffect, useState } from 'react';
import { ago, local, utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';

/** A moment in UTC, with the reader's own time on hover. */
export function Moment({ at, relative = false }: { at: string | null; relative?: boolean }) {
  const now = useMinute(relative, at);
  if (!at) return <span title={t('shell.unknownMoment')}>–</span>;
  return (
    <time dateTime={at} title={relative ? `${utc(at)} (${local(at) ?? ''})` : local(at)}>
      {relative ? ago(at, now) : utc(at)}
    </time>
  );
}

/** The present, told again each minute while somebody looks at a relative time. */
function useMinute(active: boolean, at: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [active, at]);
  return now;
}
