import { type ComponentType, Suspense, lazy, memo, useState } from 'react';
import { loadPublishedContent } from './published-content';
import { reachLateSection } from './use-arrival';

type Sections = typeof import('./landing-sections');
interface SectionProps {
  onReady: () => void;
}

const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'hashchange'] as const;

/** After `load`: first paint and first input come before the code of what is below the first screen. */
const LATER_MILLISECONDS = 2500;
const RETRY_MILLISECONDS = 3000;

let loaded: Sections | null = null;
let isWaiting = false;
let early: Element | null = null;

/** Loads the sections and their texts in the language of the page. Awaited before they are rendered other than by hydration. */
export async function loadSections(): Promise<Sections> {
  const [sections] = await Promise.all([import('./landing-sections'), loadPublishedContent()]);
  return (loaded = sections);
}

/** From here on the sections, which the markup has already, hydrate at the visitor's first sign, or soon after the page has loaded. */
export function waitForVisitor(): void {
  isWaiting = scrollY === 0 && location.hash.length < 2;
  if (isWaiting) addEventListener('click', keepClick, { capture: true });
}

/** The first sign that the page is read or used, at the latest a moment after everything else has loaded. */
const visitorSign = (): Promise<void> =>
  new Promise((resolve) => {
    const onSign = () => {
      for (const sign of SIGNS) removeEventListener(sign, onSign);
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true });
    const onLoad = () => void setTimeout(onSign, LATER_MILLISECONDS);
    if (document.readyState === 'complete') onLoad();
    else addEventListener('load', onLoad, { once: true });
  });

/** React repeats no click on what is not hydrated yet. Links work without it. */
function keepClick({ target }: MouseEvent): void {
  if (target instanceof Element) early = target.closest('main button');
}

function onDrawn(): void {
  removeEventListener('click', keepClick, { capture: true });
  if (early instanceof HTMLElement) early.click();
  early = null;
  reachLateSection();
}

/** Loads the sections, again after a pause while the server is away: the markup stays until then. */
async function loadPatiently(): Promise<Sections> {
  for (;;) {
    try {
      return await loadSections();
    } catch {
      await new Promise((again) => setTimeout(again, RETRY_MILLISECONDS));
    }
  }
}

const later = <P,>(part: (module: Sections) => ComponentType<P>) =>
  lazy(async () => {
    if (isWaiting) await visitorSign();
    return { default: part(await loadPatiently()) };
  });
const LaterSections = later((module) => module.LandingSections);
const LaterFooter = later((module) => module.LandingFooter);

/**
 * The sections as the markup has them, hydrated after the first screen: until then their code, texts and figures are not fetched. A memo,
 * because an update from above would make React render them anew instead.
 */
export const LateSections = memo(function LateSections() {
  const [Drawn] = useState<ComponentType<SectionProps>>(() => loaded?.LandingSections ?? LaterSections);
  return (
    <Suspense fallback={null}>
      <Drawn onReady={onDrawn} />
    </Suspense>
  );
});

/** The footer, which comes with the sections. */
export const LateFooter = memo(function LateFooter() {
  const [Drawn] = useState<ComponentType>(() => loaded?.LandingFooter ?? LaterFooter);
  return (
    <Suspense fallback={null}>
      <Drawn />
    </Suspense>
  );
});
