import type { ReactNode } from 'react';
import { landing } from 'virtual:content/landing';
import { PublicFooter } from '../../components/layout/public-footer';
import { PublicHeader } from '../../components/layout/public-header';
import { CONTENT_ID } from '../../components/layout/skip-link';
import { About } from './about';
import { Events } from './events/events';
import { Faqs } from './faqs/faqs';
import { Hero } from './hero';
import styles from './landing-page.module.css';
import { Performance } from './performance';
import { Team } from './team/team';
import { DisclaimerTeaser, ResourcesTeaser, TermsTeaser } from './teasers/teasers';
import { useArrival } from './use-arrival';
import { Why } from './why';

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
        <Hero content={landing.home} />
        <Performance content={landing.performance} />
        <Why content={landing.why} />
        <Events content={landing.events} />
        <About content={landing.about} />
        <ResourcesTeaser content={landing.resources} />
        <Team content={landing.team} />
        <TermsTeaser content={landing.terms} />
        <Faqs content={landing.faqs} />
        <DisclaimerTeaser content={landing.disclaimer} />
      </main>
      <PublicFooter />
    </>
  );
}
