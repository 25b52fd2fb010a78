import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Card } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { request } from '../../lib/api';
import type { Answer, FaqsContentWire, SitePublicationWire, SiteSectionWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { ResourceList } from '../list/resource-list';
import { useAct } from '../use-act';
import { ChangeList } from './change-list';
import { versionName } from './section-words';

const EMPTY = { title: 'Nothing published yet', text: 'Visitors read the initial content. Each publication is kept here.' };

interface Earlier {
  version: number;
  content: FaqsContentWire;
}

/** What was published, the newest first. An earlier version can be published again. */
export function SectionHistory({ section }: { section: SiteSectionWire }) {
  const { id, version, content, initial } = section;
  const [chosen, setChosen] = useState<Earlier | null>(null);
  const act = useAct({
    call: (from: number) =>
      request<Answer<SiteSectionWire>>(`/admin/site-sections/${encodeURIComponent(id)}/restore`, {
        method: 'POST',
        json: { from, version },
      }),
    done: (_, from) => `${versionName(from)} is published again`,
    lists: ['site-sections', `site-sections/${id}/versions`],
    onDone: () => setChosen(null),
    quiet: true,
  });
  const columns: readonly Column<SitePublicationWire>[] = [
    { id: 'version', header: 'Version', cell: (row) => row.version, phone: 'title' },
    {
      id: 'from',
      header: 'Content',
      cell: (row) => (row.restoredFrom === null ? 'New' : `${versionName(row.restoredFrom)}, published again`),
      wrap: true,
      phone: 'title',
    },
    { id: 'at', header: 'Published', cell: (row) => <Moment at={row.publishedAt} /> },
    { id: 'by', header: 'By', cell: (row) => row.publishedBy ?? <span title="Deleted account">–</span>, wrap: true },
    {
      id: 'again',
      header: 'Publish again',
      cell: (row) => {
        const earlier = row.content ?? initial;
        if (row.version === version) return 'Live';
        return (
          earlier && (
            <Allowed to="site.publish">
              <Button
                size="small"
                aria-label={`Publish this version again…, version ${row.version}`}
                onClick={() => setChosen({ version: row.version, content: earlier })}
              >
                Publish this version again…
              </Button>
            </Allowed>
          )
        );
      },
    },
  ];
  return (
    <Card
      title="History"
      span={12}
      flush
      aside={
        version > 0 &&
        initial && (
          <Allowed to="site.publish">
            <Button size="small" onClick={() => setChosen({ version: 0, content: initial })}>
              Publish the initial content again…
            </Button>
          </Allowed>
        )
      }
    >
      <ResourceList<SitePublicationWire>
        key={version}
        resource={`site-sections/${encodeURIComponent(id)}/versions`}
        storeKey="site-sections.versions"
        caption="History"
        columns={columns}
        empty={EMPTY}
      />
      {chosen && (
        <ConfirmDialog
          title={chosen.version === 0 ? 'Publish the initial content again?' : `Publish version ${chosen.version} again?`}
          action="Publish"
          running="Publishing…"
          look="primary"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(chosen.version)}
          onClose={() => {
            act.reset();
            setChosen(null);
          }}
        >
          <ChangeList before={content} after={chosen.content} />
        </ConfirmDialog>
      )}
    </Card>
  );
}
