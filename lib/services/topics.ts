import { changeOps } from '@/lib/db/engine/changes'
import { titleTopicOps } from '@/lib/db/memory/topic-writes'
import { titleKeyOf, topicRows } from '@/lib/db/memory/topics'
import { notFound } from '@/lib/shared/errors'
import type { Owner } from './caller'

/** Gives a topic the person's own name, which stays until they change it. */
export async function renameTopic({ db, ownerId }: Owner, id: string, name: string): Promise<void> {
  if (!(await topicRows(db, ownerId)).some((topic) => topic.id === id)) throw notFound('topic')
  await db.$transaction([
    ...titleTopicOps(db, ownerId, id, titleKeyOf({ person: true }), name),
    ...changeOps(db, ownerId, [{ kind: 'topic', refId: id, op: 'put' }]),
  ])
}
