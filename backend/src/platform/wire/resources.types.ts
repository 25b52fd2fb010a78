/** The lessons of a subscription: admins, and members whose payment is approved. */

/** A paragraph, a list of short points, or a worked example. */
export type ResourceBlockWire = string | { list: string[] } | { example: string; steps: string[] };

export interface ResourceSectionWire {
  id: string;
  title: string;
  blocks: ResourceBlockWire[];
}

export interface ResourcePageWire {
  id: string;
  /** From 1; `/resource` is the first. */
  page: number;
  pages: number;
  title: string;
  intro: string;
  /** YYYY-MM-DD */
  updated: string;
  sections: ResourceSectionWire[];
}

/** GET /me/resources/handbook: all lessons as one PDF, where this session can fetch it within five minutes. */
export interface HandbookWire {
  title: string;
  url: string;
  fileName: string;
  byteSize: number;
  pages: number;
}

/** GET /me/news: the page of another site with the latest news; null: the operator shows none. */
export interface NewsWire {
  widget: { url: string; provider: string } | null;
}
