declare module 'virtual:tokens.css';

// The parts of content/site.yaml, checked when the web app is built. Those of the site, the landing page and the membership are in the
// language of the page and arrive together with the modules that import them: read them while rendering, not at the top level.
declare module 'virtual:content/site' {
  export const site: import('../content/schema').SiteContent;
}
declare module 'virtual:content/landing' {
  export const landing: import('../content/schema').LandingContent;
}
declare module 'virtual:content/landing-start' {
  export const menu: import('../content/schema').LandingContent['menu'];
  export const title: import('../content/schema').SiteContent['meta']['title'];
}
declare module 'virtual:content/membership' {
  export const membership: import('../content/schema').MembershipContent;
}
declare module 'virtual:content/terms' {
  export const terms: import('../content/schema').LegalContent;
}
declare module 'virtual:content/disclaimer' {
  export const disclaimer: import('../content/schema').LegalContent;
}
declare module 'virtual:content/primer' {
  export const primer: import('../content/schema').PrimerContent;
}
/** Addresses of the files in content/pictures, by name. */
declare module 'virtual:content/pictures' {
  export const pictures: Readonly<Record<string, string>>;
}

/** The languages of the web app, found in frontend/locales. */
declare module 'virtual:languages' {
  export const languages: readonly import('../build/texts/catalogue').Language[];
}
/** Loads the messages that the landing page and the frame around the app need. */
declare module 'virtual:entry-texts' {
  export const loadEntryTexts: () => Promise<unknown>;
}
