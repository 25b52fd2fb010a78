import type { LandingContent } from '../../../content/schema';
import { buttonClass } from '../../components/feedback/button';
import { outward } from '../../lib/outward';
import styles from './hero.module.css';
import section from '../../components/site/section.module.css';

/**
 * What the house is, in one sentence, with the risk beside the ways in. The picture is set by the style sheet: of the two
 * colour modes a browser then loads the one it shows, which depends on a choice that markup can't know.
 */
export function Hero({ content }: { content: LandingContent['home'] }) {
  return (
    <section id="home" aria-labelledby="home-title" className={`${section.section} ${styles.hero}`}>
      <div className={section.inner}>
        <h1 id="home-title" className={styles.title}>
          {content.title}
        </h1>
        <div className={styles.words}>
          <div>
            <p className={styles.lead}>{content.lead}</p>
            <div className={styles.actions}>
              {content.actions.map(({ label, link }, index) => (
                <a
                  key={link}
                  href={link}
                  {...outward(link)}
                  className={`${buttonClass({ look: index === 0 ? 'primary' : 'secondary' })} ${styles.action}`}
                >
                  {label}
                </a>
              ))}
            </div>
          </div>
          <p className={styles.risk}>{content.risk}</p>
        </div>
        <figure className={styles.figure}>
          <div className={styles.frame}>
            <div role="img" aria-label={content.pictureAlt} className={styles.picture} />
          </div>
          <figcaption className={styles.caption}>{content.pictureCaption}</figcaption>
        </figure>
      </div>
    </section>
  );
}
