import { BookOpen, Eye, KeyRound, type LucideIcon, Scale, ShieldCheck, Users } from 'lucide-react';
import type { LandingContent } from '../../../content/schema';
import section from '../../components/site/section.module.css';
import styles from './why.module.css';

type Reason = LandingContent['why']['reasons'][number];

const icons: Record<Reason['icon'], LucideIcon> = {
  key: KeyRound,
  eye: Eye,
  scale: Scale,
  people: Users,
  book: BookOpen,
  shield: ShieldCheck,
};

export function Why({ content }: { content: LandingContent['why'] }) {
  return (
    <section id="why" aria-labelledby="why-title" className={section.section}>
      <div className={section.inner}>
        <div className={section.head}>
          <h2 id="why-title" className={section.heading}>
            {content.title}
          </h2>
          <p className={section.lead}>{content.lead}</p>
        </div>
        <ul className={styles.reasons}>
          {content.reasons.map((reason) => {
            const Icon = icons[reason.icon];
            return (
              <li key={reason.title}>
                <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
                <h3>{reason.title}</h3>
                <p>{reason.text}</p>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
