import styles from './verify.module.css';

/** In the same size as the rest: a check is worth what its reader knows of its limits. */
export function Limits() {
  return (
    <ul className={styles.points}>
      <li>It shows that a signal said what it says today when it was published, and that no signal was taken away afterwards.</li>
      <li>
        Of a signal that is open, the log holds a fingerprint alone. Members pay for what it says; everybody can read it once the signal has
        ended, and see that it fits the fingerprint.
      </li>
      <li>Entries are signed within the hour. What happens to an entry before that, this page cannot see.</li>
      <li>Entries marked as recorded after the fact are older than the log. It vouches for them from the day they were recorded.</li>
      <li>
        It does not show that a signal was good, that anybody followed it, or that you see the same log as somebody else: compare the newest
        root with theirs.
      </li>
    </ul>
  );
}
