import { ExternalLink as Icon } from 'lucide-react';
import { ButtonAnchor } from '../feedback/button';
import { outward } from '../../lib/outward';

/** The server stores https alone; nothing else becomes a link. */
const isSecure = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:';

/** Opens a page of another site, such as a meeting or a recording, in a tab of its own. */
export function ExternalLink({ url, label, look = 'primary' }: { url: string; label: string; look?: 'primary' | 'secondary' }) {
  if (!isSecure(url)) return null;
  return (
    <ButtonAnchor look={look} icon={<Icon size={16} aria-hidden="true" />} href={url} {...outward(url)}>
      {label}
    </ButtonAnchor>
  );
}
