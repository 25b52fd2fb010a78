import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { PublishedPages } from '../published-pages.loop.js';
import { SiteBuild } from '../site-build.reader.js';
import { SiteContentService } from '../site-content.service.js';
import { siteSections, type SiteSection } from '../site-content.types.js';
import { SiteSectionRepository } from '../site-section.repository.js';
import {
  discardDraftBody,
  publishSectionBody,
  restoreSectionBody,
  saveDraftBody,
  sectionListRules,
  sectionParam,
  versionListRules,
  type DiscardDraftBody,
  type PublishSectionBody,
  type RestoreSectionBody,
  type SaveDraftBody,
} from './site-content-admin.dto.js';
import { presentPublication, presentSection } from './site-content.presenter.js';

const RESOURCE = 'site-sections';

/** The console's endpoints of the landing page's sections. Whatever changes what visitors read takes a recent confirmation. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class SiteContentAdminController {
  constructor(
    private readonly site: SiteContentService,
    private readonly sections: SiteSectionRepository,
    private readonly build: SiteBuild,
    private readonly pages: PublishedPages,
  ) {}

  @Get()
  @Access('site.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const { offset, limit, order } = parseListQuery(query, sectionListRules);
    const sorted = siteSections.toSorted((a, b) => (order === 'ASC' ? 1 : -1) * a.localeCompare(b));
    const rows = await Promise.all(sorted.slice(offset, offset + limit).map((section) => this.one(section)));
    return listAnswer(RESOURCE, { rows, total: siteSections.length }, offset);
  }

  @Get(':section')
  @Access('site.read')
  async one(@Param('section', { schema: sectionParam }) section: SiteSection) {
    return presentSection(await this.sections.read(section), this.build);
  }

  @Get(':section/versions')
  @Access('site.read')
  async versions(@Param('section', { schema: sectionParam }) section: SiteSection, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, versionListRules);
    const { rows, total } = await this.sections.findPage(section, parsed);
    return listAnswer('versions', { rows: rows.map(presentPublication), total }, parsed.offset);
  }

  @Put(':section/draft')
  @Access('site.publish')
  @ApiOperation({ summary: 'Stores a draft; visitors read it after its publication' })
  async draft(
    @CurrentActor() actor: Actor,
    @Param('section', { schema: sectionParam }) section: SiteSection,
    @Body({ schema: saveDraftBody }) { revision, content }: SaveDraftBody,
  ) {
    await this.site.saveDraft(actor, section, revision, content);
    return answer('Saved', await this.one(section));
  }

  @Post(':section/discard')
  @Access('site.publish')
  @HttpCode(200)
  async discard(
    @CurrentActor() actor: Actor,
    @Param('section', { schema: sectionParam }) section: SiteSection,
    @Body({ schema: discardDraftBody }) { revision }: DiscardDraftBody,
  ) {
    await this.site.discardDraft(actor, section, revision);
    return answer('Discarded', await this.one(section));
  }

  @Post(':section/publish')
  @Access('site.publish')
  @StepUp('recent')
  @HttpCode(200)
  async publish(
    @CurrentActor() actor: Actor,
    @Param('section', { schema: sectionParam }) section: SiteSection,
    @Body({ schema: publishSectionBody }) body: PublishSectionBody,
  ) {
    await this.site.publish(actor, section, body);
    await this.show();
    return answer('Published', await this.one(section));
  }

  @Post(':section/restore')
  @Access('site.publish')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Publishes an earlier version again, as a new one; 0 is the content of site.yaml' })
  async restore(
    @CurrentActor() actor: Actor,
    @Param('section', { schema: sectionParam }) section: SiteSection,
    @Body({ schema: restoreSectionBody }) { from, version }: RestoreSectionBody,
  ) {
    await this.site.restore(actor, section, from, version);
    await this.show();
    return answer('Published', await this.one(section));
  }

  /** The publication is stored: a page that cannot be rendered now is no failure of the request, and is tried again by the loop. */
  private async show(): Promise<void> {
    await this.pages.refresh().catch(() => undefined);
  }
}
