import { ownOrigin } from '../../lib/own-origin';
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
  return (
    <span className={styles.avatar} aria-hidden="true">
      {image ? <img src={ownOrigin(image)} alt="" /> : initials(name)}
    </span>
  );
}
