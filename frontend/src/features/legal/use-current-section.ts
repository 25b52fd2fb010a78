import { useEffect, useState } from 'react';
import type { ContentSection } from '../../../content/schema';

/** Below the header, where one reads after following a link; the sections' scroll margin is a little less. */
const READING_LINE = 140;

/**
 * The section at the reading line. At the very end, where the last ones can not come up to it, the one that was asked for if it is in
 * sight.
 */
function sectionInSight(ids: readonly string[], asked: string | null): string | undefined {
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  const { scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight && scrollY + innerHeight >= scrollHeight - 2) {
    return asked !== null && ids.includes(asked) && topOf(asked) >= 0 ? asked : ids.at(-1);
  }
  return ids.findLast((id) => topOf(id) <= READING_LINE) ?? ids[0];
}

/** The id of the section that is being read; it follows the scrolling. */
export function useCurrentSection(sections: readonly ContentSection[], asked: string | null): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const ids = sections.map(({ id }) => id);
    const look = () => setCurrent(sectionInSight(ids, asked));
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [sections, asked]);
  return current;
}
