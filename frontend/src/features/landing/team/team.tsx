import { pictures } from 'virtual:content/pictures';
import type { LandingContent } from '../../../../content/schema';
import { SocialIcon } from '../../../components/brand/social-icon';
import { t } from '../../../lib/i18n/texts';
import { outward } from '../../../lib/outward';
import section from '../../../components/site/section.module.css';
import { Portfolio } from './portfolio';
import styles from './team.module.css';

type Member = LandingContent['team']['members'][number];

const networks: Record<Member['links'][number]['network'], string> = {
  x: 'X',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  instagram: 'Instagram',
};

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);

export function Team({ content }: { content: LandingContent['team'] }) {
  return (
    <section id="team" aria-labelledby="team-title" className={section.section}>
      <div className={section.inner}>
        <div className={section.head}>
          <h2 id="team-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.lead}</p>
        </div>
        <ul className={styles.members}>
          {content.members.map((member) => (
            <li key={member.name} className={`${section.card} ${styles.member}`}>
              <MemberCard member={member} />
            </li>
          ))}
        </ul>
        <p className={styles.outsourced}>{content.outsourced}</p>
      </div>
    </section>
  );
}

function MemberCard({ member: { name, position, photo, links, portfolio, example } }: { member: Member }) {
  return (
    <>
      <div className={styles.top}>
        {photo ? (
          <img src={pictures[photo]} alt={name} width={72} height={72} loading="lazy" decoding="async" className={styles.face} />
        ) : (
          <span className={styles.face} aria-hidden="true">
            {initials(name)}
          </span>
        )}
        {example && <span className={section.badge}>{t('landing.example')}</span>}
      </div>
      <div>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.position}>{position}</p>
      </div>
      <Portfolio of={name} paragraphs={portfolio} />
      <ul className={styles.links}>
        {links.map(({ network, link }) => (
          <li key={link}>
            <a
              href={link}
              {...outward(link)}
              aria-label={t('landing.team.profile', { name, network: networks[network] })}
              className={styles.link}
            >
              <SocialIcon network={network} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
