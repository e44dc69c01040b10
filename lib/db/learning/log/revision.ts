import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'

/** The last number of a strategy, and how often the playbook changed. */
export type Playbook = { strategyNo: number; playbookRev: number }
export const playbookOf = (db: Db, ownerId: string): Promise<Playbook> =>
  db.user.findUniqueOrThrow({ where: { id: ownerId }, select: columns('strategyNo playbookRev') })

/**
 * The first write of each transaction that changes the playbook or its log: it fails with P2025 if another
 * writer, learning or forgetting, has changed them since they were read.
 */
export const changePlaybook = (
  db: Db,
  ownerId: string,
  { strategyNo, playbookRev }: Playbook,
  last = strategyNo,
) =>
  db.user.update({
    where: { id: ownerId, playbookRev },
    data: { strategyNo: last, playbookRev: playbookRev + 1 },
    select: columns('id'),
  })
