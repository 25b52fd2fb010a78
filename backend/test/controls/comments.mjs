import { removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const comments = { project: 'integration', tests: 'comments/comments' };
const moderation = { project: 'integration', tests: 'comments/moderation' };

export const commentControls = [
  {
    id: 'T27.136',
    control: 'comments are read and written by whoever may read their page',
    mutation: removeIf('CommentsService.mustRead', '!read.mayRead(actor)'),
    ...comments,
    name: 'are for those who may read the page, never for visitors',
  },
  {
    id: 'T27.137',
    control: 'a comment is changed by its author alone',
    mutation: removeIf('CommentsService.edit', 'comment.authorId !== actor.userId'),
    ...comments,
    name: 'are changed by their author within 15 minutes',
  },
  {
    id: 'T27.138',
    control: 'the text of a hidden comment is for its author alone',
    mutation: replace('comment.rules/forReader', 'isVisible || isOwn ? comment.text : null', 'comment.text'),
    ...moderation,
    name: 'keeps the text of a hidden comment from others also where it has replies',
  },
  {
    id: 'T27.139',
    control: 'a display name is one member’s alone, also against look-alikes',
    mutation: removeIf('CommunityService.join', 'await this.profiles.isTaken(tx, userId, key)'),
    ...comments,
    name: 'is one member’s alone, also against look-alikes and at the same time',
  },
  {
    id: 'T27.104',
    control: 'only who may read the page of a comment is mentioned and told',
    mutation: replace('CommentMentions.find', 'read?.mayRead(member)', 'read !== null'),
    ...comments,
    name: 'is plain text where the member may not read the page, and of at most ten members',
  },
  {
    id: 'T27.105',
    control: 'an erasure overwrites the name of the member in comments of others',
    mutation: removeStatement('MemberDataRepository.deletePersonalRows', 'await this.deleteMentions(tx, userId)'),
    project: 'integration',
    tests: 'privacy/erasure',
    name: 'is erased on its last day, part by part, and the person with the last one',
  },
  {
    id: 'T18.44',
    control: 'a comment names its author by the display name alone',
    mutation: replace('comment-list.repository/toComment', 'row.display_name', 'row.author_id'),
    ...comments,
    name: 'name their author by the display name alone, and the team by a flag',
  },
];
