import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { Card } from '../../../components/layout/screen';
import { ResourceList, type ResourceListProps } from '../../list/resource-list';

/** A tab that lists the records of a resource that are about one user. */
export function listOfUser<R extends RaRecord>(list: Omit<ResourceListProps<R>, 'filter'>): ComponentType<{ userId: string }> {
  return function ListOfUser({ userId }) {
    return (
      <Card flush>
        <ResourceList<R> {...list} filter={{ userId }} />
      </Card>
    );
  };
}
