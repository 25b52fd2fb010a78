import { landing } from 'virtual:content/landing';
import { useEffect } from 'react';
import { PublicFooter } from '../../components/layout/public-footer';
import { Faqs } from '../../components/site/faqs';
import { About } from './about';
import { Events } from './events/events';

import { Hero } from './hero';
import { Performance } from './performance';
import { publishedContent } from './published-content';
import { Signals } from './signals/signals';
import { Team } from './team/team';
import { DisclaimerTeaser, ResourcesTeaser, TermsTeaser } from './teasers/teasers';
import { Why } from './why';

export const LandingFooter = PublicFooter;

/**
 * Everything on the landing page below its header. The first screen is among it: it has links alone, which work without a script.
 * `onReady` is called once it answers to clicks.
 */
export function LandingSections({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return (
    <>
      <Hero content={landing.home} />
      <Signals content={landing.signals} />
      <Performance content={landing.performance} />
      <Why content={landing.why} />
      <Events content={landing.events} />
      <About content={landing.about} />
      <ResourcesTeaser content={landing.resources} />
      <Team content={landing.team} />
      <TermsTeaser content={landing.terms} />
      <Faqs content={publishedContent().faqs ?? landing.faqs} />
      <DisclaimerTeaser content={landing.disclaimer} />
    </>
  );
}
