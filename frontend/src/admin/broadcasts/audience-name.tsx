import { Link } from 'react-router';
import { consolePaths } from '../../config/console-routes';
import type { BroadcastWire } from '../../lib/wire/types';
import { audienceWords, sentenceWords } from './broadcast-words';

/** Whom a broadcast is for. `inline`: within a sentence. */
export function AudienceName({ broadcast: { audience, audienceUserId }, inline = false }: { broadcast: BroadcastWire; inline?: boolean }) {
  if (audience !== 'user') return <>{inline ? sentenceWords[audience] : audienceWords[audience]}</>;
  const one = inline ? 'one person' : 'One person';
  return audienceUserId === null ? <>{one}</> : <Link to={consolePaths.user(audienceUserId)}>{one}</Link>;
}
