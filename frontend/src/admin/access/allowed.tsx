import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { ScreenSkeleton, type ScreenShape } from '../../components/layout/screen-skeleton';
import { accessQuery } from '../../lib/access';
import type { PermissionWire } from '../../lib/wire/types';
import { NoAccess } from './no-access';

/** Whether the signed-in person holds a permission; false while that is not known. */
export function useMay(): (permission: PermissionWire) => boolean {
  const { data } = useQuery(accessQuery);
  return (permission) => data?.permissions.includes(permission) ?? false;
}

/** Shows its children to those who hold one of the permissions. */
export function Allowed({ to, children }: { to: PermissionWire | readonly PermissionWire[]; children: ReactNode }) {
  const may = useMay();
  return (typeof to === 'string' ? [to] : to).some(may) ? children : null;
}

/** A part of a screen for those who hold the permission; others read that they have no access. */
export function PermittedPart({ to, part }: { to: PermissionWire; part: ReactNode }) {
  const { data } = useQuery(accessQuery);
  if (data === undefined) return null;
  return data.permissions.includes(to) ? part : <EmptyState title="You do not have access to this page" />;
}

/** A screen for those who hold the permission. Others read that they have no access, and nothing is requested. `shape`: of its outline. */
export function guarded(to: PermissionWire, Guarded: ComponentType, shape: ScreenShape): ComponentType {
  return function AllowedScreen() {
    const { data, error, refetch } = useQuery(accessQuery);
    if (data) return data.permissions.includes(to) ? <Guarded /> : <NoAccess />;
    if (error === null) return <ScreenSkeleton shape={shape} />;
    return (
      <Screen title="Console">
        <Card>
          <ErrorState title="Your permissions could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      </Screen>
    );
  };
}
