import type { ReactNode } from 'react';
import { outward } from '../../lib/outward';

const LIBRARY = 'https://www.tradingview.com/lightweight-charts/';

/** Links to the charting library, whose licence asks for it. */
export function LibraryLink({ children }: { children?: ReactNode }) {
  return (
    <a href={LIBRARY} {...outward(LIBRARY)}>
      {children}
    </a>
  );
}
