import { useState } from 'react';
import { ownOrigin } from '../../lib/own-origin';
import { renewPicture } from '../../lib/session';
import styles from './avatar.module.css';

const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');

/** The profile picture, or the initials while there is none. The name always stands beside it. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  const { link, onFailed } = useSteadyLink(image);
  return (
    <span className={styles.avatar} aria-hidden="true">
      {link ? <img src={ownOrigin(link)} alt="" onError={onFailed} /> : initials(name)}
    </span>
  );
}

const fileOf = (link: string | null) => (link === null ? null : ownOrigin(link).split('?')[0]);

/**
 * A link that stays the same while it works, though each reading of the profile brings another one to the same file.
 * Links live five minutes: where one fails, the profile is read again for another.
 */
function useSteadyLink(image: string | null): { link: string | null; onFailed: () => void } {
  const [shown, setShown] = useState(image);
  const [failed, setFailed] = useState<string | null>(null);
  const isOther = fileOf(image) !== fileOf(shown);
  if (shown !== image && (isOther || failed === shown)) {
    setShown(image);
    setFailed(null);
  }
  const onFailed = () => {
    setFailed(shown);
    renewPicture();
  };
  return { link: failed === shown ? null : shown, onFailed };
}
