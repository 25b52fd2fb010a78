import styles from './tide-art.module.css';

/** The idea of the name as a picture: water below the line it has reached. It shows no figures and claims none. */
export function TideArt() {
  return (
    <div className={styles.frame} aria-hidden="true">
      <svg className={styles.art} viewBox="0 0 480 360" preserveAspectRatio="xMidYMax slice">
        <path className={styles.mark} d="M0 104h480" />
        <text className={styles.word} x="28" y="90">
          high-water mark
        </text>
        <path className={styles.near} d="M0 176c60 0 60-40 120-40s60 40 120 40 60-40 120-40 60 40 120 40v184H0z" />
        <path className={styles.middle} d="M0 226c48 0 48-28 96-28s48 28 96 28 48-28 96-28 48 28 96 28 48-28 96-28v162H0z" />
        <path className={styles.deep} d="M0 282c40 0 40-20 80-20s40 20 80 20 40-20 80-20 40 20 80 20 40-20 80-20 40 20 80 20v78H0z" />
      </svg>
    </div>
  );
}
