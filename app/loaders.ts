import { redirect } from 'next/navigation'
import { env } from '@/lib/config/env'
import { memoryRev } from '@/lib/db/engine/changes'
import { hasArchived, listConversations } from '@/lib/db/turns/conversations'
import { listTags } from '@/lib/db/turns/tags'
import { findTurn } from '@/lib/db/turns/turns'
import { undoMs } from '@/lib/services/forget/forget-places'
import { describeProvider } from '@/lib/services/models/provider-settings'
import { storageState } from '@/lib/services/storage'
import { hasSample } from '@/lib/services/transfer/sample'
import { conversationPage } from '@/lib/services/turns/turns'
import { listSettings } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { type Session, session } from './session'

/** The session of a page. Without one, redirects to the access page. */
export async function pageSession(): Promise<Session> {
  try {
    return await session()
  } catch (error) {
    if (error instanceof MnemeError && error.code === 'unauthorised') redirect('/access')
    throw error
  }
}

/** The data of the frame around every page. */
export async function loadShell() {
  const { db, ownerId } = await pageSession()
  const rev = await memoryRev(db, ownerId)
  const [conversations, archived, tags, provider, settings, sample] = await Promise.all([
    listConversations(db, ownerId, {}),
    hasArchived(db, ownerId),
    listTags(db, ownerId),
    describeProvider({ db, ownerId }),
    listSettings(db, ownerId, null),
    hasSample(db, ownerId),
  ])
  return {
    ...{
      rev,
      conversations,
      tags,
      provider,
      settings,
      hasArchived: archived,
      hasSample: sample,
      undoMs: undoMs(),
    },
    storage: storageState(db, ownerId),
    signedInAs: env().MNEME_ACCESS_TOKEN ? ownerId : null,
  }
}

/** One page of a conversation, around a turn if one is named; null if there is no such conversation. */
export async function loadChat(conversationId: string, aroundTurnId: string | null) {
  const current = await pageSession()
  const turn = aroundTurnId ? await findTurn(current.db, current.ownerId, aroundTurnId) : null
  try {
    return await conversationPage(
      current,
      conversationId,
      turn?.conversationId === conversationId ? { around: turn.number } : {},
    )
  } catch (error) {
    if (error instanceof MnemeError && error.code === 'not_found') return null
    throw error
  }
}
