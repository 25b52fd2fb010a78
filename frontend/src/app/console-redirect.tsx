import { Navigate, useParams } from 'react-router';
import { type MemberPage, consolePaths } from '../config/console-routes';

/** Leads a member's page of the specification to its place in the console. */
export function ToMember({ page }: { page?: MemberPage }) {
  const { userId = '' } = useParams();
  return <Navigate to={page ? consolePaths.memberPage(userId, page) : consolePaths.member(userId)} replace />;
}
