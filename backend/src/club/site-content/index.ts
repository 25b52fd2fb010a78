export { PublishedPages } from './published-pages.loop.js';
export { SiteBuild, type RenderedAnalysis } from './site-build.reader.js';
export { SiteContentModule } from './site-content.module.js';
