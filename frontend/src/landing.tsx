import { LandingPage } from './features/landing/landing-page';
import { TickerStrip } from './features/ticker/ticker-strip';

export { loadSections, waitForVisitor } from './features/landing/late-sections';
export { type PublishedContent, setPublishedContent } from './features/landing/published-content';

/** The landing page with what other features give it: the same for the markup made at build time and for the browser that takes it over. */
export function Landing() {
  return <LandingPage ticker={<TickerStrip />} />;
}
