import type { ReactNode } from 'react';
import { PublicHeader } from '../../components/layout/public-header';
import { CONTENT_ID } from '../../components/layout/skip-link';
import styles from './landing-page.module.css';
import { LateFooter, LateSections } from './late-sections';
import { useArrival } from './use-arrival';

interface LandingPageProps {
  /** A thin strip under the header; it belongs to another feature. */
  ticker?: ReactNode;
}

/** The public face of the house. Made as markup when the web app is built: nothing here may ask the browser while it renders. */
export function LandingPage({ ticker }: LandingPageProps) {
  const main = useArrival();
  return (
    <>
      <PublicHeader />
      {ticker}
      <main ref={main} id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        <LateSections />
      </main>
      <LateFooter />
    </>
  );
}
