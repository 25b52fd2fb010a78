import type { SiteContent } from '../../../content/schema';
import sheet from './social.svg';

export type SocialNetwork = SiteContent['social'][number]['network'];

/**
 * The mark of a social network, from a file of its own that is loaded beside the script: our icon set has no brands. It says nothing to a
 * screen reader: the link around it has the name.
 */
export function SocialIcon({ network, size = 18 }: { network: SocialNetwork; size?: number }) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden="true">
      <use href={`${sheet}#${network}`} />
    </svg>
  );
}
