import { SitePublicationSchema } from './site-publication.entity.js';
import { SiteSectionSchema } from './site-section.entity.js';

export const siteContentEntities = [SiteSectionSchema, SitePublicationSchema];
