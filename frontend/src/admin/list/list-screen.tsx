import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Card, Screen } from '../../components/layout/screen';
import { ResourceList, type ResourceListProps } from './resource-list';

interface ListScreenProps<R extends RaRecord> extends Omit<ResourceListProps<R>, 'caption'> {
  title: string;
  /** Where the list has another name than the screen. */
  caption?: string;
  intro: string;
  /** Beside the title. */
  buttons?: ReactNode;
}

/** A screen that is one list. */
export function ListScreen<R extends RaRecord>({ title, caption = title, intro, buttons, ...list }: ListScreenProps<R>) {
  return (
    <Screen title={title} intro={intro} actions={buttons}>
      <Card flush>
        <ResourceList<R> caption={caption} {...list} />
      </Card>
    </Screen>
  );
}
