import { Link } from 'react-router';
import { consolePaths } from '../../config/console-routes';
import type { BroadcastWire } from '../../lib/wire/types';
import { audienceWords } from './broadcast-words';

/** Whom a broadcast is for. */
export function AudienceName({ broadcast: { audience, audienceUserId } }: { broadcast: BroadcastWire }) {
  if (audience !== 'user') return <>{audienceWords[audience]}</>;
  return audienceUserId === null ? <>One person</> : <Link to={consolePaths.user(audienceUserId)}>One person</Link>;
}
