import { useEffect, useState } from 'react';

/** The line that the section being read crosses, a quarter of the window from its top. */
const READING_LINE = '-25% 0px -75% 0px';

/** Which of these sections is being read; null where none of them is, and on a page that has none. `ids` must stay the same array. */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const sections = ids.map((id) => document.getElementById(id)).filter((section) => section !== null);
    if (sections.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          setCurrent((before) => (isIntersecting ? target.id : before === target.id ? null : before));
      },
      { rootMargin: READING_LINE },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
