import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { hashLink } from '../../config/routes';

/**
 * The token of a mailed link; null where there is none, such as after a reload. It leaves the address bar at once, so
 * that it does not stay in a history or a screenshot, and lives on in this page alone.
 */
export function useMailToken(pathWithout: string): string | null {
  const [token] = useState(useParams()['token'] ?? null);
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', hashLink(pathWithout));
  }, [token, pathWithout]);
  return token;
}
