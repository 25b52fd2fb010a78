import type { ReactNode } from 'react';
import { PublicPage } from '../../components/layout/public-page';
import { Screen } from '../../components/layout/screen';
import { isMemberSession, useSession } from '../../lib/session';
import styles from './analysis.module.css';

interface AnalysisFrameProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** The page around analyses: within the shell for members, a public page for everybody else. */
export function AnalysisFrame({ title, intro, children }: AnalysisFrameProps) {
  const isMember = isMemberSession(useSession());
  // In a text from right to left a title in English keeps its own direction.
  const heading = <span dir="auto">{title}</span>;
  if (isMember)
    return (
      <Screen title={title} heading={heading} intro={intro} width="narrow">
        {children}
      </Screen>
    );
  return (
    <PublicPage width="wide" title={title} intro={intro}>
      <div className={styles.below}>{children}</div>
    </PublicPage>
  );
}
