import { type ComponentType, Suspense, lazy, memo, useState } from 'react';

type Sections = typeof import('./landing-sections');
interface SectionProps {
  onReady: () => void;
}

const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'hashchange'] as const;

let loaded: Sections | null = null;
let isWaiting = false;
let early: Element | null = null;

/** Loads the sections below the first screen. Awaited before they are rendered other than by hydration. */
export const loadSections = async (): Promise<Sections> => (loaded ??= await import('./landing-sections'));

/** From here on the sections, which the markup has already, wait for a sign of the visitor before they are loaded and hydrated. */
export function waitForVisitor(): void {
  isWaiting = scrollY === 0 && location.hash.length < 2;
  if (isWaiting) addEventListener('click', keepClick, { capture: true });
}

/** The first sign that somebody reads or uses the page. */
const visitorSign = (): Promise<void> =>
  new Promise((resolve) => {
    const onSign = () => {
      for (const sign of SIGNS) removeEventListener(sign, onSign);
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true });
  });

/** React repeats no click on what is not hydrated yet. Links work without it. */
function keepClick({ target }: MouseEvent): void {
  if (target instanceof Element) early = target.closest('main button');
}

function repeatClick(): void {
  removeEventListener('click', keepClick, { capture: true });
  if (early instanceof HTMLElement) early.click();
  early = null;
}

const later = <P,>(part: (module: Sections) => ComponentType<P>) =>
  lazy(async () => {
    if (isWaiting) await visitorSign();
    return { default: part(await loadSections()) };
  });
const LaterSections = later((module) => module.LandingSections);
const LaterFooter = later((module) => module.LandingFooter);

/**
 * The sections as the markup has them, hydrated once the visitor does something: until then their code and texts are not fetched. A memo,
 * because an update from above would make React render them anew instead.
 */
export const LateSections = memo(function LateSections() {
  const [Drawn] = useState<ComponentType<SectionProps>>(() => loaded?.LandingSections ?? LaterSections);
  return (
    <Suspense fallback={null}>
      <Drawn onReady={repeatClick} />
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
