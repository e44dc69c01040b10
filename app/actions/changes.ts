'use server'

import { z } from 'zod'
import { changesSince } from '@/lib/db/engine/changes'
import { action } from './action'

/** What background jobs changed after a revision. */
export const pollChanges = action(
  z.strictObject({ rev: z.int().min(0).max(2_147_483_647) }),
  async ({ db, ownerId }, { rev }) => {
    const changes = await changesSince(db, ownerId, rev)
    return {
      rev: changes.at(-1)?.rev ?? rev,
      changed: changes.map(({ kind, refId, op }) => ({ kind, refId, op })),
    }
  },
)
