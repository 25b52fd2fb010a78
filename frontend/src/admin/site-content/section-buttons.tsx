import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { request } from '../../lib/api';
import type { Answer, SiteSectionWire } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { ChangeList } from './change-list';

/** Publishes the draft, after a look at what changes, or discards it. */
export function SectionButtons({ section }: { section: SiteSectionWire }) {
  const { id, draft, revision, version, content } = section;
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null);
  const act = useAct({
    call: (move: 'publish' | 'discard') =>
      request<Answer<SiteSectionWire>>(`/admin/site-sections/${encodeURIComponent(id)}/${move}`, {
        method: 'POST',
        json: move === 'publish' ? { revision, version } : { revision },
      }),
    done: (_, move) => (move === 'publish' ? 'Published. Visitors see the change within seconds.' : 'The draft was discarded'),
    lists: ['site-sections', `site-sections/${id}/versions`],
    onDone: () => setAsking(null),
    quiet: true,
  });
  const close = () => {
    act.reset();
    setAsking(null);
  };
  if (draft === null) return null;
  return (
    <>
      <Button look="primary" onClick={() => setAsking('publish')}>
        Publish…
      </Button>
      <Button look="danger" onClick={() => setAsking('discard')}>
        Discard draft…
      </Button>
      {asking === 'publish' && (
        <ConfirmDialog
          title="Publish this draft?"
          action="Publish"
          running="Publishing…"
          look="primary"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('publish')}
          onClose={close}
        >
          <ChangeList before={content} after={draft} />
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title="Discard this draft?"
          action="Discard draft"
          running="Discarding…"
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('discard')}
          onClose={close}
        >
          The draft can’t be restored. What visitors read stays as it is.
        </ConfirmDialog>
      )}
    </>
  );
}
