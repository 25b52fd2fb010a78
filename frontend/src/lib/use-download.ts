import { useMutation } from '@tanstack/react-query';
import { messageOf } from './api';
import { download } from './download';
import { notify } from './notify';

/** Downloads a file of the API, whose path is passed to `mutate`. A failure is shown as a notice. */
export const useDownload = () => useMutation({ mutationFn: download, onError: (error) => notify.error(messageOf(error)) });
