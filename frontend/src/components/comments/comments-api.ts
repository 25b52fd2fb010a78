import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchData, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type {
  Answer,
  CommentPageWire,
  CommentSubjectWire,
  CommentWire,
  CommunityProfileWire,
  ReactionWire,
  ReportReasonWire,
} from '../../lib/wire/types';

const KEY = 'comments';
const PATH = '/me/comments';
const at = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export type CommentOrder = 'newest' | 'oldest';

/** What comments are about: the slug of an analysis, or the id of a signal. */
export interface CommentSubject {
  on: CommentSubjectWire;
  subject: string;
}

const pageAfter = (path: string, query: Record<string, string>, after: string | null, signal: AbortSignal) =>
  fetchData<CommentPageWire>(`${path}?${new URLSearchParams({ ...query, ...(after !== null && { after }) }).toString()}`, { signal });

export const commentsQuery = (userId: string, { on, subject }: CommentSubject, order: CommentOrder) =>
  infiniteQueryOptions({
    queryKey: [KEY, userId, 'list', on, subject, order],
    queryFn: ({ pageParam, signal }) => pageAfter(PATH, { on, subject, order }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Replies after the first ones, which come with their comment. */
export const repliesQuery = (userId: string, commentId: string, after: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, userId, 'replies', commentId, after],
    queryFn: ({ pageParam, signal }) => pageAfter(`${at(commentId)}/replies`, {}, pageParam, signal),
    initialPageParam: after,
    getNextPageParam: ({ next }) => next,
  });

export const communityQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId, 'community'],
    queryFn: ({ signal }) => fetchData<CommunityProfileWire>('/me/community', { signal }),
  });

export const useRefreshComments = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
};

export const joinCommunity = async (displayName: string, guidelinesVersion: number) =>
  (await request<Answer<CommunityProfileWire>>('/me/community', { method: 'PUT', json: { displayName, guidelinesVersion } })).body;

export const postComment = async (comment: CommentSubject & { parentId: string | null; text: string }, headers: Record<string, string>) =>
  (await request<Answer<CommentWire>>(PATH, { method: 'POST', json: comment, headers })).body;

export const editComment = async (id: string, text: string) =>
  (await request<Answer<CommentWire>>(at(id), { method: 'PATCH', json: { text } })).body;

export const reportComment = async (id: string, reason: ReportReasonWire, details: string) =>
  (await request<Answer<CommentWire>>(`${at(id)}/report`, { method: 'POST', json: { reason, details } })).body;

export function useDeleteComment(onDone: () => void) {
  const refresh = useRefreshComments();
  return useMutation({
    mutationFn: async (id: string) => (await request<Answer<null>>(at(id), { method: 'DELETE' })).body,
    onSuccess: ({ message }) => {
      notify.success(message);
      onDone();
    },
    onSettled: refresh,
  });
}

export function useReact(id: string) {
  const refresh = useRefreshComments();
  return useMutation({
    mutationFn: (choice: { reaction: ReactionWire; on: boolean }) => request(`${at(id)}/reaction`, { method: 'PUT', json: choice }),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: refresh,
  });
}
